import { findOffer, finishContest, orderOf } from '../orders.ts';
import { failPdf, makeBelongings, receiptOf, type Belongings } from '../requests.ts';
import { demoGids, type TestSystem } from '../test-system.ts';
import type { ConsoleWorld } from './console.ts';

const LOGO = '019a0000-0000-7000-8000-0000000c0001';
const NOTHING = '019a0000-0000-7000-8000-00000000ffff';
const { user } = demoGids.users;

export const roles = ['user', 'manager', 'admin'] as const;
export type Role = (typeof roles)[number];
export const emailOf = (role: Role): string => `${role}@example.com`;

/** Something for every screen to show. */
interface ScreenBelongings extends Belongings {
  contest: string;
  finished: string;
  /** Waits for a proposal. */
  request: string;
  /** Waits for a creative, and has one. */
  unassigned: string;
  assigned: string;
}

export async function makeForScreens({ system, admin, worker }: ConsoleWorld): Promise<ScreenBelongings> {
  const belongings = await makeBelongings(system);
  const [work, receipt] = [await admin.api.getWork(belongings.work), await admin.api.getReceipt(belongings.receipt)];
  const customer = await system.signIn(emailOf('user'));
  const solo = orderOf(await findOffer(customer, { title: 'Flyer', mode: 'solo' }), { title: 'A flyer', state: 'published' });
  const { gid: request } = await customer.api.createProject({
    title: 'A mural',
    description: 'For the wall',
    product: null,
    state: 'draft',
  });
  await customer.api.updateProject(request, { state: 'waiting_for_proposal' });
  const [unassigned, assigned] = [(await customer.api.createProject(solo)).gid, (await customer.api.createProject(solo)).gid];
  const { gid: delivered } = await customer.api.createProject(solo);
  for (const gid of [assigned, delivered]) await admin.api.updateProject(gid, { worker });
  // The last word is ours, and the delivery is late all the same.
  await admin.api.createMessage(assigned, { message: 'Soon' });
  await admin.api.createMessage(delivered, { type: 'delivery', message: 'Here it is', worker });
  const failing = await receiptOf(customer, await finishContest(customer, admin, belongings.offer));
  await failPdf(system, admin, failing, FAILURES[1]);
  await failToday(system, failing);
  await passDeadlines(system, [work.project.gid, assigned, delivered]);
  return { ...belongings, contest: work.project.gid, finished: receipt.project.gid, request, unassigned, assigned };
}

/** The reasons for which staff see a charge, a PDF and a mail on their first screen. */
export const FAILURES = ['The card has expired', 'Error: the disk is full', '550 no such mailbox'] as const;

/** A charge fails, and a mail is not delivered: what no provider of a test system ever says. */
async function failToday({ services }: TestSystem, receipt: string): Promise<void> {
  const [charge, , mail] = FAILURES;
  await services.billing.database.query({
    text: `update receipt set status = 'failed', failure = $1, failure_code = 'card_expired', failure_params = '{}' where gid = $2`,
    values: [charge, receipt],
  });
  await services.identity.database.query({
    text: `insert into job (name, data, last_error, attempts, given_up_at) values ('mail_password_reset', $1, $2, 1, now())`,
    values: [{ gid: crypto.randomUUID(), to: 'gone@example.com' }, `Error: ${mail}`],
  });
}

/** The deadlines of these orders are past. */
async function passDeadlines({ services }: TestSystem, gids: string[]): Promise<void> {
  const text = `update project set deadline_at = now() - interval '1 day' where gid = any($1)`;
  await services.ordering.database.query({ text, values: [gids] });
}

/** The addresses of every screen that a role has. */
export const screensOf: Readonly<Record<Role, (belongings: ScreenBelongings) => string[]>> = {
  user: ({ project, contest, work }) => [
    ...[
      `/orders/${contest}/works/${work}`,
      '/',
      '/orders',
      '/orders?show=canceled',
      '/orders/new',
      `/orders/new?product=${LOGO}`,
      '/orders/new?product=specific',
    ],
    ...[`/orders/${project}`, `/orders/${contest}`, '/billing', '/profile', '/approvals', '/no-such-screen', `/orders/${NOTHING}`],
  ],
  manager: ({ project, finished, webhook }) => [
    ...['/', '/orders', `/orders/${project}`, `/orders/${finished}`, '/approvals', '/members', `/members/${user}`],
    ...[
      '/billing',
      '/billing?search=nothing&status=paid',
      '/billing/invoices',
      '/billing/credit_notes',
      '/billing/payment',
      '/webhooks',
      `/webhooks/${webhook}`,
      '/profile',
    ],
  ],
  admin: ({ organization, product, request, unassigned, assigned, contest, work, finished }) => [
    ...[
      `/orders/${contest}/works/${work}`,
      '/staff',
      '/orders',
      '/orders/new',
      '/billing',
      '/profile',
      `/orders/${request}`,
      `/orders/${unassigned}`,
      `/orders/${assigned}`,
    ],
    ...[`/orders/${contest}`, `/orders/${finished}`, '/staff/organizations', `/staff/organizations/${organization}`],
    ...[`/staff/organizations/${organization}/prices`, '/staff/users', `/staff/users/${user}`, '/staff/products'],
    ...[`/staff/products/${product}`, '/staff/workers', '/staff/receipts', '/staff/invoices', '/staff/applications'],
  ],
};

/** A screen, and the button that opens something over it. */
type Opened = [path: string, button: string | RegExp];

/** The dialogs of each screen, by the button that opens them. */
export const dialogsOf: Readonly<Record<Role, (belongings: ScreenBelongings) => Opened[]>> = {
  user: ({ project, contest, work }) => [
    [`/orders/${contest}/works/${work}`, 'Choose as winner'],
    [`/orders/${project}`, 'Share'],
    [`/orders/${project}`, 'Delete'],
    ['/profile', 'Change email address'],
    ['/profile', 'Change password'],
    ['/profile', 'Withdraw'],
  ],
  manager: ({ webhook, finished }) => [
    [`/orders/${finished}`, 'Rate the creative'],
    ['/members', 'Invite a member'],
    [`/members/${user}`, /^Remove/],
    ['/billing/payment', 'Replace payment method'],
    ['/billing/payment', 'Remove'],
    ['/webhooks', 'Add webhook'],
    [`/webhooks/${webhook}`, 'Edit'],
    [`/webhooks/${webhook}`, 'New secret'],
  ],
  admin: ({ organization, product, request, unassigned, assigned, contest, work, finished }) => [
    [`/orders/${contest}/works/${work}`, 'Edit'],
    [`/orders/${request}`, 'Make a proposal'],
    [`/orders/${unassigned}`, 'Assign a creative'],
    [`/orders/${assigned}`, 'Deliver'],
    [`/orders/${contest}`, 'Add works'],
    [`/orders/${finished}`, 'Add final files'],
    ['/staff/organizations', 'New organization'],
    [`/staff/organizations/${organization}`, 'Close organization'],
    [`/staff/organizations/${organization}/prices`, 'Add price'],
    [`/staff/organizations/${organization}/prices`, /^Edit: /],
    ['/staff/users', 'New user'],
    [`/staff/users/${user}`, 'Add to an organization'],
    [`/staff/users/${user}`, 'End all sessions'],
    ['/staff/products', 'New product'],
    ['/staff/products', 'New category'],
    [`/staff/products/${product}`, 'Edit'],
    [`/staff/products/${product}`, 'Allow'],
    [`/staff/products/${product}`, 'Add price'],
    ['/staff/workers', 'Add a creative'],
    ['/staff/receipts', /^Credit: /],
    ['/staff/invoices', 'Issue an invoice'],
    ['/staff/applications', 'Register an application'],
    ['/staff/applications', /^New secret: /],
  ],
};
