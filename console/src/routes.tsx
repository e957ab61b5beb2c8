import { createRootRoute, createRoute, createRouter, lazyRouteComponent as lazy, type AnyRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ForManagers, ForStaff, Frame, Home, NoPage } from './app/frame.tsx';
import { Failure, Loading } from './kit/states.tsx';
import { ordersSearch } from './orders/search.ts';
import { documentsSearch } from './staff/documents/search.ts';
import { searchOf } from './text/search.ts';
import { deliveriesSearch } from './webhooks/search.ts';

const root = createRootRoute({ component: Frame, notFoundComponent: NoPage });

/** Screens below this one: each an address, where it is, and what its address may say behind the question mark. */
const below =
  <Parent extends AnyRoute>(parent: Parent) =>
  /** It is loaded when it is first opened. */
  <const Path extends string, Name extends string, const Search = Record<never, never>>(
    path: Path,
    load: () => Promise<Record<Name, () => ReactNode>>,
    name: Name,
    validateSearch?: (search: Record<string, unknown>) => Search,
  ) =>
    createRoute({ getParentRoute: () => parent, path, component: lazy(load, name), ...(validateSearch && { validateSearch }) });

const screen = below(root);
const screens = [
  createRoute({ getParentRoute: () => root, path: '/', component: Home }),
  screen('/orders', () => import('./orders/orders.tsx'), 'Orders', ordersSearch),
  screen('/orders/new', () => import('./new-order/new-order.tsx'), 'NewOrder', searchOf('product', 'search', 'category')),
  screen('/orders/$gid', () => import('./order/order.tsx'), 'OrderScreen'),
  screen('/billing', () => import('./billing/receipts.tsx'), 'Receipts', searchOf()),
  screen('/profile', () => import('./profile/profile.tsx'), 'Profile'),
] as const;

const managers = createRoute({ getParentRoute: () => root, id: 'managers', component: ForManagers });
const ofManagers = below(managers);
const screensOfManagers = [
  ofManagers('/approvals', () => import('./approvals/approvals.tsx'), 'Approvals'),
  ofManagers('/members', () => import('./members/members.tsx'), 'Members', searchOf('search')),
  ofManagers('/members/$gid', () => import('./members/member.tsx'), 'Member'),
  ofManagers('/billing/invoices', () => import('./billing/invoices.tsx'), 'Invoices', searchOf()),
  ofManagers('/billing/credit_notes', () => import('./billing/invoices.tsx'), 'CreditNotes', searchOf()),
  ofManagers('/billing/payment', () => import('./billing/payment.tsx'), 'Payment', searchOf('was')),
  ofManagers('/webhooks', () => import('./webhooks/webhooks.tsx'), 'Webhooks'),
  ofManagers('/webhooks/$gid', () => import('./webhooks/webhook.tsx'), 'WebhookScreen', deliveriesSearch),
] as const;

const staff = createRoute({ getParentRoute: () => root, path: '/staff', component: ForStaff });
const ofStaff = below(staff);
const screensOfStaff = [
  ofStaff('/', () => import('./staff/today/today.tsx'), 'Today'),
  ofStaff('/organizations', () => import('./staff/organizations/organizations.tsx'), 'Organizations', searchOf('search')),
  ofStaff('/organizations/$gid', () => import('./staff/organizations/organization.tsx'), 'OrganizationScreen'),
  ofStaff('/organizations/$gid/prices', () => import('./staff/prices/prices.tsx'), 'Prices', searchOf('product')),
  ofStaff('/users', () => import('./staff/users/users.tsx'), 'Users', searchOf('search')),
  ofStaff('/users/$gid', () => import('./staff/users/user.tsx'), 'UserScreen'),
  ofStaff('/products', () => import('./staff/products/products.tsx'), 'Products', searchOf('search', 'category')),
  ofStaff('/products/$gid', () => import('./staff/products/product.tsx'), 'ProductScreen'),
  ofStaff('/workers', () => import('./staff/workers/workers.tsx'), 'Workers', searchOf('search')),
  ofStaff('/receipts', () => import('./staff/documents/receipts.tsx'), 'StaffReceipts', documentsSearch),
  ofStaff('/invoices', () => import('./staff/documents/invoices.tsx'), 'StaffInvoices', documentsSearch),
  ofStaff('/applications', () => import('./staff/applications/applications.tsx'), 'Applications', searchOf()),
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
