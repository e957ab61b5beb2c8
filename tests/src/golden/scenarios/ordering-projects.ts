import { gidOf } from '@partner-ordering/testing';
import { membershipPath, orderOf, type Offer } from '../../orders.ts';
import { demoGids } from '../../test-system.ts';
import type { Call, Caller, Stage } from '../recorder.ts';

const { users, harbourBakery, northlightStudio } = demoGids;

/** Only Harbour Bakery may order it. */
const breadBag = '019a0000-0000-7000-8000-0000000c2005';

/** Logo design of the demo data, as Harbour Bakery orders it. */
export const logo: Record<'multi' | 'solo', Offer> = {
  multi: {
    product: '019a0000-0000-7000-8000-0000000c0001',
    organization: harbourBakery,
    options: { mode: 'multi', due: 5 },
    amount: 776,
    currency: 'EUR',
  },
  solo: {
    product: '019a0000-0000-7000-8000-0000000c0001',
    organization: harbourBakery,
    options: { mode: 'solo', due: 5 },
    amount: 439,
    currency: 'EUR',
  },
};

/** Creates an order without recording it. */
export const ordered = (stage: Stage, changes: object = {}, offer: Offer = logo.multi): Promise<string> =>
  stage.unrecorded(async () =>
    gidOf(await stage.people.user.client.create('/v1/projects', orderOf(offer, { state: 'published', ...changes }))),
  );

/** Creates a worker without recording it. */
export const hireWorker = (stage: Stage, service_id: string): Promise<string> =>
  stage.unrecorded(async () =>
    gidOf(await stage.people.admin.client.create('/v1/workers', { service_id, firstname: 'Kim', lastname: 'Sol' })),
  );

/** Drafts, publications, the budget, sharing. */
export async function recordProjects(stage: Stage): Promise<void> {
  await recordOrders(stage);
  const gid = await recordDraft(stage);
  await recordShares(stage, gid);
  await recordBudget(stage);
  await recordLists(stage, gid);
}

async function recordOrders(stage: Stage): Promise<void> {
  const { user, stranger, admin } = stage.people;
  const order = (title: string, changes: object, more: Call = {}) =>
    stage.record('createProject', title, { as: user, body: orderOf(logo.multi, changes), ...more });
  const published = orderOf(logo.multi, { state: 'published' });
  await stage.record('dryRunProject', '200 for an order', { as: user, body: published });
  await order('400 for `dry_run`, which is no parameter', { state: 'published' }, { query: { dry_run: true } });
  await order('201 for a draft', {});
  await order('201 for a publication', { state: 'published' });
  await order('201 for a text with a script', { description: '<p onclick="x()">Hi</p><script>alert(1)</script>' });
  await order('400 for another price', { price: { amount: 1 } });
  await order('400 for options that the product does not have', { options: { mode: 'multi', due: 4, skill: 'conception' }, quantity: 2 });
  await order('400 for another organization', {}, { as: stranger });
  await order('400 for a product that is none', { product: { gid: users.user } });
  await order(
    '400 for an organization that cannot order it',
    { product: { gid: breadBag }, organization: { gid: northlightStudio } },
    { as: admin },
  );
  await order('400 for an order without options and price', { options: null, price: null, specific_request: true });
  await order('400 for a request with options', { product: null, state: 'published' });
  await order('400 for a file that is none', { brief_files: [{ url: 'nothing' }] });
  await order('400 for a text of markup alone', { description: '<p> </p>' });
  const replayed = { headers: { 'idempotency-key': 'spring' } };
  await order('201 with an Idempotency-Key', {}, replayed);
  await order('201 for the same again, replayed', {}, replayed);
}

async function recordDraft(stage: Stage): Promise<string> {
  const { user, colleague, manager } = stage.people;
  const gid = await ordered(stage, { state: 'draft' });
  const { etag } = await stage.record('getProject', '200 for the owner', { as: user, at: { gid } });
  await stage.record('getProject', '304 for who has it', { as: user, at: { gid }, headers: { 'if-none-match': etag } });
  await stage.record('getProject', '200 by HEAD', { as: user, at: { gid }, method: 'HEAD' });
  await stage.record('getProject', '200 for the manager', { as: manager, at: { gid } });
  await stage.record('getProject', '404 for a colleague', { as: colleague, at: { gid } });

  const update = (title: string, as: Caller, body: object, headers = {}) =>
    stage.record('updateProject', title, { as, at: { gid }, body, headers });
  await update('204 for who knows it as it is', user, { title: 'A logo for the summer', description: '<b>Warm</b>' }, { 'if-match': etag });
  await update('204 with other options', user, { options: { mode: 'solo', due: 10 }, price: { amount: 351 } });
  await update('400 for options without a price', user, { options: { mode: 'multi', due: 5 } });
  await update('400 for two things at once', user, { status: 'canceled', title: 'No' });
  await update('400 for a message', user, { message: 'Hello' });
  await update('400 for a winner of a draft', user, { winner: { gid: users.user } });
  await update('204 for a publication', user, { state: 'published' });
  await update('400 for a title too late', user, { title: 'Late' });
  await stage.record('deleteProject', '403 for what runs', { as: user, at: { gid } });
  await update('204 for a cancelation', user, { status: 'canceled' });
  const draftGid = await ordered(stage, { state: 'draft' });
  await stage.record('deleteProject', '204 by the owner', { as: user, at: { gid: draftGid } });
  await stage.record('deleteProject', '404 for one that is gone', { as: user, at: { gid: draftGid } });
  return gid;
}

async function recordShares(stage: Stage, gid: string): Promise<void> {
  const { user, colleague, manager } = stage.people;
  const at = { gid, userGid: users.colleague };
  const share = (title: string, body: object) => stage.record('shareProject', title, { as: user, at: { gid }, body });
  await share('201 by the gid', { user: { gid: users.colleague } });
  await share('400 for one with whom it is shared', { user: { gid: users.colleague } });
  await share('201 by the address', { email: 'manager@example.com' });
  await share('400 for nobody', {});
  await share('400 for the owner', { user: { gid: users.user } });
  await share('400 for a stranger', { email: 'user@other.example.com' });
  await stage.record('shareProject', '403 by a colleague', { as: colleague, at: { gid }, body: { email: 'manager@example.com' } });
  await stage.record('listShares', '200 for whom it is shared with', { as: colleague, at: { gid }, query: { orderBy: 'created_at' } });
  await stage.record('getShare', '200 for the owner', { as: user, at });
  await stage.record('updateProject', '403 for whom it is shared with', { as: colleague, at: { gid }, body: { title: 'Mine' } });
  await stage.record('deleteProject', '403 for whom it is shared with', { as: colleague, at: { gid } });
  await stage.record('unshareProject', '403 for whom it is shared with', { as: colleague, at });
  await stage.record('unshareProject', '204 by the manager', { as: manager, at });
  await stage.record('getProject', '404 for whom it was shared with', { as: colleague, at: { gid } });
}

/** Runs with the user's budget used up. */
async function recordBudget(stage: Stage): Promise<void> {
  const { user, manager } = stage.people;
  const budget = (monthly_budget: unknown) => stage.unrecorded(() => manager.client.put(membershipPath(users.user), { monthly_budget }));
  await budget({ amount: 100, currency: 'EUR' });
  const body = orderOf(logo.multi, { state: 'published' });
  await stage.record('dryRunProject', '200 beyond the budget', { as: user, body });
  const { gid } = await stage.record('createProject', '201 beyond the budget', { as: user, body });
  const update = (title: string, as: Caller, changes: object) => stage.record('updateProject', title, { as, at: { gid }, body: changes });
  await update('403 for the owner who approves', user, { state: 'published' });
  await update('204 for the owner who takes it back', user, { state: 'draft' });
  await update('204 for a publication beyond the budget', user, { state: 'published' });
  await update('204 for the manager who approves', manager, { state: 'published' });
  await budget(null);
}

async function recordLists(stage: Stage, gid: string): Promise<void> {
  const { user, manager, stranger, admin } = stage.people;
  await stage.record('listProjects', '200 for the owner', {
    as: user,
    query: { query: ['state', '==', 'published'], orderBy: 'created_at', sort: 'asc' },
  });
  await stage.record('listProjects', '200 for the manager, found by a word', { as: manager, query: { search: 'sumer', limit: 1 } });
  await stage.record('listProjects', '200 for an admin', {
    as: admin,
    query: {
      query: [
        'OR',
        [
          ['owner', '==', users.user],
          ['status', 'in', ['paid']],
        ],
      ],
      limit: 1,
      offset: 1,
      orderBy: 'due_date',
    },
  });
  await stage.record('listProjects', '200 for an admin, what awaits work', {
    as: admin,
    query: { query: ['awaits_work', '==', true], limit: 1 },
  });
  await stage.record('listProjects', '200 for a stranger, none', { as: stranger });
  await stage.record('countProjects', '200 for the owner', { as: user });
  await stage.record('listProjectHistory', '200 for the owner', { as: user, at: { gid }, query: { orderBy: 'created_at', sort: 'asc' } });
}
