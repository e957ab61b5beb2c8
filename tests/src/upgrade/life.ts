import { eventually, gidOf } from '@partner-ordering/testing';
import { findOffer, finishContest, membershipPath, orderOf } from '../orders.ts';
import { receiptOf, uploadPicture } from '../requests.ts';
import { change, read } from '../story.ts';
import { demoGids } from '../test-system.ts';
import { signInAll, type Installation, type People } from './installation.ts';

/** Paths of the orders of a small life, each at another point of its own. */
export interface Orders {
  /** A contest with a review, finished; its receipt is paid. */
  paid: string;
  /** A worker, a question, a reply, a delivery that waits to be accepted; shared with a colleague. */
  conversation: string;
  /** The colleague's, with a brief file. */
  draft: string;
  /** Over its owner's budget, waits for the manager. */
  approval: string;
  /** A specific request with a price proposed. */
  request: string;
  /** Of another organization. */
  elsewhere: string;
}

export interface Life {
  people: People;
  orders: Orders;
  receipt: string;
  refreshToken: string;
}

/** Lives it through the public API, on demo data. */
export async function live(installation: Installation): Promise<Life> {
  const people = await signInAll(installation);
  const paid = await pay(people);
  return {
    people,
    ...{ receipt: paid.receipt, refreshToken: await refreshToken(installation) },
    orders: {
      ...{ paid: paid.order, conversation: await talk(installation, people), draft: await draft(installation, people) },
      ...{ request: await ask(people), elsewhere: await orderElsewhere(people), approval: await exceed(people) },
    },
  };
}

async function pay({ user, admin }: People): Promise<{ order: string; receipt: string }> {
  const gid = await finishContest(user, admin, await findOffer(user));
  const order = `/v1/projects/${gid}`;
  const receipt = `/v1/receipts/${await receiptOf(user, gid)}`;
  await eventually(async () => (await read(user, receipt)).file !== null);
  await change(admin, receipt, { status: 'paid' });
  await eventually(async () => (await read(user, order)).status === 'paid');
  const works = await read(user, '/v1/works', { query: ['project.gid', '==', gid] });
  const marks = { quality: 5, reactivity: 4, communicativeness: 5, work_with_again: 5, comment: 'Quick' };
  await user.create('/v1/reviews', { project: { gid }, worker: { gid: works.items[0].worker.gid }, ...marks });
  return { order, receipt };
}

async function talk(installation: Installation, { user, colleague, admin }: People): Promise<string> {
  const worker = {
    gid: gidOf(await admin.create('/v1/workers', { service_id: 'worker of the old days', firstname: 'Kim', lastname: 'Sol' })),
  };
  const order = await user.create('/v1/projects', orderOf(await findOffer(user, { mode: 'solo' }), { state: 'published' }));
  await change(admin, order, { worker });
  await user.create(`${order}/shared_with`, { email: 'colleague@example.com' });
  await admin.create(`${order}/messages`, { message: 'Which colours?', worker });
  const attached = async (email: string) => ({ attached_files: [{ url: await uploadPicture(installation, email) }] });
  const reply = await colleague.create(`${order}/messages`, { message: 'Blue', ...(await attached('colleague@example.com')) });
  await user.create('/v1/comments', { uri: reply, message: 'Agreed' });
  await admin.create(`${order}/messages`, { message: 'Here it is', type: 'delivery', worker, ...(await attached('admin@example.com')) });
  return order;
}

async function draft(installation: Installation, { colleague }: People): Promise<string> {
  const brief_files = [{ url: await uploadPicture(installation, 'colleague@example.com') }];
  return colleague.create('/v1/projects', orderOf(await findOffer(colleague), { title: 'A draft', brief_files }));
}

async function ask({ user, admin }: People): Promise<string> {
  const idea = { title: 'A mural', description: 'For the harbour wall', product: null, state: 'draft' };
  const order = await user.create('/v1/projects', idea);
  await change(user, order, { state: 'waiting_for_proposal' });
  await change(admin, order, { state: 'proposal', price: { amount: 50, currency: 'EUR' }, options: { mode: 'solo', due: 10 } });
  return order;
}

async function orderElsewhere({ stranger }: People): Promise<string> {
  const offer = await findOffer(stranger, { organization: demoGids.northlightStudio });
  return stranger.create('/v1/projects', orderOf(offer, { title: 'Not for the bakery' }));
}

async function exceed({ user, manager }: People): Promise<string> {
  const order = orderOf(await findOffer(user), { title: 'One too many', state: 'published' });
  await change(manager, membershipPath(demoGids.users.user), { monthly_budget: { amount: 1, currency: 'EUR' } });
  await eventually(async () => (await user.post('/v1/projects?dry_run=true', order)).body.state === 'require_approval');
  return user.create('/v1/projects', order);
}

async function refreshToken({ oauth }: Installation): Promise<string> {
  const { body } = await oauth('/oauth2/token', { grant_type: 'password', username: 'user@example.com', password: 'demo-password' });
  return body.refresh_token as string;
}
