import { createRootRoute, createRoute, createRouter, lazyRouteComponent as lazy, redirect } from '@tanstack/react-router';
import { ForManagers, Frame, NoPage } from './app/frame.tsx';
import { Failure, Loading } from './kit/states.tsx';
import { membersSearch } from './members/search.ts';
import { newOrderSearch } from './new-order/search.ts';
import { ordersSearch } from './orders/search.ts';
import { pageSearch } from './text/search.ts';
import { deliveriesSearch } from './webhooks/search.ts';

const root = createRootRoute({ component: Frame, notFoundComponent: NoPage });
const under = { getParentRoute: () => root } as const;

const first = (): never => {
  throw redirect({ to: '/orders', replace: true });
};

/** Every screen: its address, what its address may say behind the question mark, and where it is. It is loaded when it is first opened. */
const screens = [
  createRoute({ ...under, path: '/', beforeLoad: first }),
  createRoute({ ...under, path: '/orders', validateSearch: ordersSearch, component: lazy(() => import('./orders/orders.tsx'), 'Orders') }),
  createRoute({
    ...under,
    path: '/orders/new',
    validateSearch: newOrderSearch,
    component: lazy(() => import('./new-order/new-order.tsx'), 'NewOrder'),
  }),
  createRoute({ ...under, path: '/orders/$gid', component: lazy(() => import('./order/order.tsx'), 'OrderScreen') }),
  createRoute({
    ...under,
    path: '/billing',
    validateSearch: pageSearch,
    component: lazy(() => import('./billing/receipts.tsx'), 'Receipts'),
  }),
  createRoute({ ...under, path: '/profile', component: lazy(() => import('./profile/profile.tsx'), 'Profile') }),
] as const;

const managers = createRoute({ ...under, id: 'managers', component: ForManagers });
const underManagers = { getParentRoute: () => managers } as const;

const screensOfManagers = [
  createRoute({ ...underManagers, path: '/approvals', component: lazy(() => import('./approvals/approvals.tsx'), 'Approvals') }),
  createRoute({
    ...underManagers,
    path: '/members',
    validateSearch: membersSearch,
    component: lazy(() => import('./members/members.tsx'), 'Members'),
  }),
  createRoute({ ...underManagers, path: '/members/$gid', component: lazy(() => import('./members/member.tsx'), 'Member') }),
  createRoute({
    ...underManagers,
    path: '/billing/invoices',
    validateSearch: pageSearch,
    component: lazy(() => import('./billing/invoices.tsx'), 'Invoices'),
  }),
  createRoute({
    ...underManagers,
    path: '/billing/credit_notes',
    validateSearch: pageSearch,
    component: lazy(() => import('./billing/invoices.tsx'), 'CreditNotes'),
  }),
  createRoute({ ...underManagers, path: '/billing/payment', component: lazy(() => import('./billing/payment.tsx'), 'Payment') }),
  createRoute({ ...underManagers, path: '/webhooks', component: lazy(() => import('./webhooks/webhooks.tsx'), 'Webhooks') }),
  createRoute({
    ...underManagers,
    path: '/webhooks/$gid',
    validateSearch: deliveriesSearch,
    component: lazy(() => import('./webhooks/webhook.tsx'), 'WebhookScreen'),
  }),
] as const;

/** Where the console's addresses lead. */
export const router = createRouter({
  routeTree: root.addChildren([...screens, managers.addChildren(screensOfManagers)]),
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: Loading,
  defaultErrorComponent: ({ error }) => <Failure error={error} onAgain={() => location.reload()} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
