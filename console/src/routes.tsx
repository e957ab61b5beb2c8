import { createRootRoute, createRoute, createRouter, lazyRouteComponent as lazy } from '@tanstack/react-router';
import { ForManagers, ForStaff, Frame, Home, NoPage } from './app/frame.tsx';
import { paymentSearch } from './billing/search.ts';
import { Failure, Loading } from './kit/states.tsx';
import { newOrderSearch } from './new-order/search.ts';
import { ordersSearch } from './orders/search.ts';
import { documentsSearch } from './staff/documents/search.ts';
import { pricesSearch } from './staff/prices/search.ts';
import { productsSearch } from './staff/products/search.ts';
import { listSearch, pageSearch } from './text/search.ts';
import { deliveriesSearch } from './webhooks/search.ts';

const root = createRootRoute({ component: Frame, notFoundComponent: NoPage });
const under = { getParentRoute: () => root } as const;

const paged = { validateSearch: pageSearch } as const;
const listed = { validateSearch: listSearch } as const;

/** Every screen: its address, what its address may say behind the question mark, and where it is. It is loaded when it is first opened. */
const screens = [
  createRoute({ ...under, path: '/', component: Home }),
  createRoute({ ...under, path: '/orders', validateSearch: ordersSearch, component: lazy(() => import('./orders/orders.tsx'), 'Orders') }),
  createRoute({
    ...under,
    path: '/orders/new',
    validateSearch: newOrderSearch,
    component: lazy(() => import('./new-order/new-order.tsx'), 'NewOrder'),
  }),
  createRoute({ ...under, path: '/orders/$gid', component: lazy(() => import('./order/order.tsx'), 'OrderScreen') }),
  createRoute({ ...under, path: '/billing', ...paged, component: lazy(() => import('./billing/receipts.tsx'), 'Receipts') }),
  createRoute({ ...under, path: '/profile', component: lazy(() => import('./profile/profile.tsx'), 'Profile') }),
] as const;

const managers = createRoute({ ...under, id: 'managers', component: ForManagers });
const ofManagers = { getParentRoute: () => managers } as const;

const screensOfManagers = [
  createRoute({ ...ofManagers, path: '/approvals', component: lazy(() => import('./approvals/approvals.tsx'), 'Approvals') }),
  createRoute({ ...ofManagers, path: '/members', ...listed, component: lazy(() => import('./members/members.tsx'), 'Members') }),
  createRoute({ ...ofManagers, path: '/members/$gid', component: lazy(() => import('./members/member.tsx'), 'Member') }),
  createRoute({ ...ofManagers, path: '/billing/invoices', ...paged, component: lazy(() => import('./billing/invoices.tsx'), 'Invoices') }),
  createRoute({
    ...ofManagers,
    path: '/billing/credit_notes',
    ...paged,
    component: lazy(() => import('./billing/invoices.tsx'), 'CreditNotes'),
  }),
  createRoute({
    ...ofManagers,
    path: '/billing/payment',
    validateSearch: paymentSearch,
    component: lazy(() => import('./billing/payment.tsx'), 'Payment'),
  }),
  createRoute({ ...ofManagers, path: '/webhooks', component: lazy(() => import('./webhooks/webhooks.tsx'), 'Webhooks') }),
  createRoute({
    ...ofManagers,
    path: '/webhooks/$gid',
    validateSearch: deliveriesSearch,
    component: lazy(() => import('./webhooks/webhook.tsx'), 'WebhookScreen'),
  }),
] as const;

const staff = createRoute({ ...under, path: '/staff', component: ForStaff });
const ofStaff = { getParentRoute: () => staff } as const;

const screensOfStaff = [
  createRoute({ ...ofStaff, path: '/', component: lazy(() => import('./staff/today/today.tsx'), 'Today') }),
  createRoute({
    ...ofStaff,
    path: '/organizations',
    ...listed,
    component: lazy(() => import('./staff/organizations/organizations.tsx'), 'Organizations'),
  }),
  createRoute({
    ...ofStaff,
    path: '/organizations/$gid',
    component: lazy(() => import('./staff/organizations/organization.tsx'), 'OrganizationScreen'),
  }),
  createRoute({
    ...ofStaff,
    path: '/organizations/$gid/prices',
    validateSearch: pricesSearch,
    component: lazy(() => import('./staff/prices/prices.tsx'), 'Prices'),
  }),
  createRoute({ ...ofStaff, path: '/users', ...listed, component: lazy(() => import('./staff/users/users.tsx'), 'Users') }),
  createRoute({ ...ofStaff, path: '/users/$gid', component: lazy(() => import('./staff/users/user.tsx'), 'UserScreen') }),
  createRoute({
    ...ofStaff,
    path: '/products',
    validateSearch: productsSearch,
    component: lazy(() => import('./staff/products/products.tsx'), 'Products'),
  }),
  createRoute({ ...ofStaff, path: '/products/$gid', component: lazy(() => import('./staff/products/product.tsx'), 'ProductScreen') }),
  createRoute({ ...ofStaff, path: '/workers', ...listed, component: lazy(() => import('./staff/workers/workers.tsx'), 'Workers') }),
  createRoute({
    ...ofStaff,
    path: '/receipts',
    validateSearch: documentsSearch,
    component: lazy(() => import('./staff/documents/receipts.tsx'), 'StaffReceipts'),
  }),
  createRoute({
    ...ofStaff,
    path: '/invoices',
    validateSearch: documentsSearch,
    component: lazy(() => import('./staff/documents/invoices.tsx'), 'StaffInvoices'),
  }),
  createRoute({
    ...ofStaff,
    path: '/applications',
    ...paged,
    component: lazy(() => import('./staff/applications/applications.tsx'), 'Applications'),
  }),
] as const;

/** Where the console's addresses lead. */
export const router = createRouter({
  routeTree: root.addChildren([...screens, managers.addChildren(screensOfManagers), staff.addChildren(screensOfStaff)]),
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
