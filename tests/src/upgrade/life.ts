import { eventually } from '@partner-ordering/testing';
import { findOffer, finishContest, orderOf } from '../orders.ts';
import { receiptOf, uploadPicture } from '../requests.ts';
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
  const order = await finishContest(user, admin, await findOffer(user));
  const receipt = await receiptOf(user, order);
  await eventually(async () => (await user.api.getReceipt(receipt)).file !== null);
  await admin.api.updateReceipt(receipt, { status: 'paid' });
  await eventually(async () => (await user.api.getProject(order)).status === 'paid');
  const { items: works } = await user.api.listWorks({ where: (w) => w.project.gid.eq(order) });
  const marks = { quality: 5, reactivity: 4, communicativeness: 5, work_with_again: 5, comment: 'Quick' };
  await user.api.createReview({ project: { gid: order }, worker: { gid: works[0]!.worker.gid }, ...marks });
  return { order: `/v1/projects/${order}`, receipt: `/v1/receipts/${receipt}` };
}

async function talk(installation: Installation, { user, colleague, admin }: People): Promise<string> {
  const person = { service_id: 'worker of the old days', firstname: 'Kim', lastname: 'Sol' };
  const worker = { gid: (await admin.api.createWorker(person)).gid };
  const order = orderOf(await findOffer(user, { mode: 'solo' }), { state: 'published' });
  const { gid, href } = await user.api.createProject(order);
  await admin.api.updateProject(gid, { worker });
  await user.api.shareProject(gid, { email: 'colleague@example.com' });
  await admin.api.createMessage(gid, { message: 'Which colours?', worker });
  const attached = async (email: string) => ({ attached_files: [{ url: await uploadPicture(installation, email) }] });
  const reply = await colleague.api.createMessage(gid, { message: 'Blue', ...(await attached('colleague@example.com')) });
  await user.api.createComment({ uri: reply.href, message: 'Agreed' });
  await admin.api.createMessage(gid, { message: 'Here it is', type: 'delivery', worker, ...(await attached('admin@example.com')) });
  return href;
}

async function draft(installation: Installation, { colleague }: People): Promise<string> {
  const brief_files = [{ url: await uploadPicture(installation, 'colleague@example.com') }];
  return (await colleague.api.createProject(orderOf(await findOffer(colleague), { title: 'A draft', brief_files }))).href;
}

async function ask({ user, admin }: People): Promise<string> {
  const idea = { title: 'A mural', description: 'For the harbour wall', product: null, state: 'draft' } as const;
  const { gid, href } = await user.api.createProject(idea);
  await user.api.updateProject(gid, { state: 'waiting_for_proposal' });
  const proposal = { price: { amount: 50, currency: 'EUR' }, options: { mode: 'solo', due: 10 } } as const;
  await admin.api.updateProject(gid, { state: 'proposal', ...proposal });
  return href;
}

async function orderElsewhere({ stranger }: People): Promise<string> {
  const offer = await findOffer(stranger, { organization: demoGids.northlightStudio });
  return (await stranger.api.createProject(orderOf(offer, { title: 'Not for the bakery' }))).href;
}

async function exceed({ user, manager }: People): Promise<string> {
  const order = orderOf(await findOffer(user), { title: 'One too many', state: 'published' });
  const budget = { monthly_budget: { amount: 1, currency: 'EUR' } };
  await manager.api.updateMembership(demoGids.users.user, demoGids.harbourBakery, budget);
  await eventually(async () => (await user.api.createProject(order, { dry_run: true })).state === 'require_approval');
  return (await user.api.createProject(order)).href;
}

async function refreshToken({ oauth }: Installation): Promise<string> {
  const { body } = await oauth('/oauth2/token', { grant_type: 'password', username: 'user@example.com', password: 'demo-password' });
  return body.refresh_token as string;
}
