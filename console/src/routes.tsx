import { createRootRoute, createRoute, createRouter, lazyRouteComponent as lazy, type AnyRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ForManagers, ForStaff, Frame, NoPage } from './app/frame.tsx';
import { judgingSearch } from './order/judging/search.ts';
import { Failure, Loading } from './kit/states.tsx';
import { ordersSearch } from './orders/search.ts';
import { searchOf } from './text/search.ts';
import { deliveriesSearch } from './webhooks/search.ts';

const root = createRootRoute({ component: Frame, notFoundComponent: NoPage });

/** Screens below this one: each an address, where it is, and what its address may say behind the question mark. */
const screensBelow =
  <Parent extends AnyRoute>(parent: Parent) =>
  /** It is loaded when it is first opened. */
  <const Path extends string, Name extends string, const Search = Record<never, never>>(
    path: Path,
    load: () => Promise<Record<Name, () => ReactNode>>,
    name: Name,
    validateSearch?: (search: Record<string, unknown>) => Search,
  ) =>
    createRoute({ getParentRoute: () => parent, path, component: lazy(load, name), ...(validateSearch && { validateSearch }) });

const documentsSearch = searchOf('search', 'month', 'status');

const screen = screensBelow(root);
const screens = [
  screen('/', () => import('./home/home.tsx'), 'Home'),
  screen('/orders', () => import('./orders/orders.tsx'), 'Orders', ordersSearch),
  screen('/orders/new', () => import('./new-order/new-order.tsx'), 'NewOrder', searchOf('product', 'search', 'category')),
  screen('/orders/$gid', () => import('./order/order.tsx'), 'OrderScreen'),
  screen('/orders/$gid/works/$work', () => import('./order/judging/judging.tsx'), 'Judging', judgingSearch),
  screen('/billing', () => import('./billing/receipts.tsx'), 'Receipts', documentsSearch),
  screen('/profile', () => import('./profile/profile.tsx'), 'Profile'),
] as const;

const managers = createRoute({ getParentRoute: () => root, id: 'managers', component: ForManagers });
const managerScreen = screensBelow(managers);
const screensOfManagers = [
  managerScreen('/approvals', () => import('./approvals/approvals.tsx'), 'Approvals'),
  managerScreen('/members', () => import('./members/members.tsx'), 'Members', searchOf('search')),
  managerScreen('/members/$gid', () => import('./members/member.tsx'), 'Member'),
  managerScreen('/billing/invoices', () => import('./billing/invoices.tsx'), 'Invoices', documentsSearch),
  managerScreen('/billing/credit_notes', () => import('./billing/invoices.tsx'), 'CreditNotes', documentsSearch),
  managerScreen('/billing/payment', () => import('./billing/payment.tsx'), 'Payment', searchOf('was')),
  managerScreen('/webhooks', () => import('./webhooks/webhooks.tsx'), 'Webhooks'),
  managerScreen('/webhooks/$gid', () => import('./webhooks/webhook.tsx'), 'WebhookScreen', deliveriesSearch),
] as const;

const staff = createRoute({ getParentRoute: () => root, path: '/staff', component: ForStaff });
const staffScreen = screensBelow(staff);
const screensOfStaff = [
  staffScreen('/', () => import('./staff/today/today.tsx'), 'Today'),
  staffScreen('/organizations', () => import('./staff/organizations/organizations.tsx'), 'Organizations', searchOf('search')),
  staffScreen('/organizations/$gid', () => import('./staff/organizations/organization.tsx'), 'OrganizationScreen'),
  staffScreen('/organizations/$gid/prices', () => import('./staff/prices/prices.tsx'), 'Prices', searchOf('product')),
  staffScreen('/users', () => import('./staff/users/users.tsx'), 'Users', searchOf('search')),
  staffScreen('/users/$gid', () => import('./staff/users/user.tsx'), 'UserScreen'),
  staffScreen('/products', () => import('./staff/products/products.tsx'), 'Products', searchOf('search', 'category')),
  staffScreen('/products/$gid', () => import('./staff/products/product.tsx'), 'ProductScreen'),
  staffScreen('/workers', () => import('./staff/workers/workers.tsx'), 'Workers', searchOf('search')),
  staffScreen('/receipts', () => import('./staff/documents/receipts.tsx'), 'StaffReceipts', documentsSearch),
  staffScreen('/invoices', () => import('./staff/documents/invoices.tsx'), 'StaffInvoices', documentsSearch),
  staffScreen('/applications', () => import('./staff/applications/applications.tsx'), 'Applications', searchOf()),
] as const;

/** Where the console's addresses lead. */
export const router = createRouter({
  routeTree: root.addChildren([...screens, managers.addChildren(screensOfManagers), staff.addChildren(screensOfStaff)]),
  basepath: '/console',
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingComponent: Loading,
  defaultPendingMs: 300,
  defaultErrorComponent: ({ error }) => <Failure error={error} onAgain={() => location.reload()} />,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
