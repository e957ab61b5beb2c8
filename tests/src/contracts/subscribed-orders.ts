import { newGid } from '@partner-ordering/kernel';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { finishContest, orderOf, type Offer } from '../orders.ts';
import { uploadPicture } from '../requests.ts';
import type { TestSystem } from '../test-system.ts';

/** The customers, and the products to order. */
export interface Ordering {
  system: TestSystem;
  admin: ApiClient;
  /** Orders without a limit. */
  owner: ApiClient;
  /** Gid of another member of the organization. */
  member: string;
  /** Has too small a budget for any order. */
  limited: ApiClient;
  /** In mode `multi`. */
  offer: Offer;
  /** In mode `solo`. */
  solo: Offer;
}

/** Causes every order event that partners get, except those that follow from receipts. */
export async function orderEverything(ordering: Ordering): Promise<void> {
  // Ordering receives the organization, its people and prices from events.
  await eventually(() => draft(ordering));
  await requestProposal(ordering);
  await askForApproval(ordering);
  await share(ordering);
  await deliver(ordering);
  const project = await finishContest(ordering.owner, ordering.admin, ordering.offer);
  await ordering.admin.api.addSourceFile(project, { url: await uploadPicture(ordering.system, 'admin@example.com') });
}

/** A draft that changes, has a file for a while, and is deleted; and an order that is canceled. */
async function draft({ system, owner: { api }, offer }: Ordering): Promise<void> {
  const { gid } = await api.createProject(orderOf(offer));
  await api.updateProject(gid, { title: 'A logo for the summer' });
  const url = await uploadPicture(system);
  await api.addBriefFile(gid, { url });
  await api.removeBriefFile(gid, url);
  await api.deleteProject(gid);
  const { gid: published } = await api.createProject(orderOf(offer, { state: 'published' }));
  await api.updateProject(published, { status: 'canceled' });
}

/** A specific request that gets a proposal with a text and a file. */
async function requestProposal({ system, owner, admin, offer: { organization } }: Ordering): Promise<void> {
  const request = { title: 'A mural', description: 'For the wall', product: null, organization: { gid: organization } };
  const { gid } = await owner.api.createProject({ ...request, state: 'draft' });
  await owner.api.updateProject(gid, { state: 'waiting_for_proposal' });
  const sketch = await uploadPicture(system, 'admin@example.com');
  const words = { message: 'Our offer', attached_files: [{ url: sketch }] };
  const offer = { price: { amount: 60, currency: 'EUR' }, options: { mode: 'solo', due: 10 } } as const;
  await admin.api.updateProject(gid, { state: 'proposal', ...offer, ...words });
}

/** An order beyond the budget that is withdrawn. */
async function askForApproval({ limited: { api }, offer }: Ordering): Promise<void> {
  const { gid } = await api.createProject(orderOf(offer, { state: 'published' }));
  await api.updateProject(gid, { state: 'draft' });
}

async function share({ owner: { api }, member, offer }: Ordering): Promise<void> {
  const { gid } = await api.createProject(orderOf(offer));
  await api.shareProject(gid, { user: { gid: member } });
  await api.unshareProject(gid, member);
}

/** A worker is assigned, talks, and makes a delivery that is rejected. */
async function deliver({ system, owner, admin, solo }: Ordering): Promise<void> {
  const { gid } = await owner.api.createProject(orderOf(solo, { state: 'published' }));
  const worker = { gid: (await admin.api.createWorker({ service_id: crypto.randomUUID(), firstname: 'Kim', lastname: 'Sol' })).gid };
  await admin.api.updateProject(gid, { worker });
  await owner.api.createMessage(gid, { message: 'Blue, please' });
  await admin.api.createMessage(gid, { message: 'Which blue?', worker });
  // Now, and not in five minutes.
  await system.services.ordering.write(async (_tx, { addJob }) =>
    addJob({ name: 'tell_of_unseen', key: newGid(), data: { project: gid } }),
  );
  await admin.api.createMessage(gid, { message: 'A first idea', type: 'delivery', worker });
  await owner.api.createMessage(gid, { message: 'Bluer', type: 'reject' });
}
