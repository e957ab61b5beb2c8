import { eventually, gidOf, startReceiver, type ApiClient, type Receiver } from '@partner-ordering/testing';
import type { Caller, Stage } from '../recorder.ts';
import { newUser } from './new-user.ts';

/** An organization with events, and its webhook's receiver. */
interface WebhookWorld {
  orgGid: string;
  manager: Caller;
  member: Caller;
  receiver: Receiver;
  /** Path of a webhook that gets project events. */
  webhookGid: string;
}

const MINUTE_MS = 60_000;

/** Webhooks' deliveries and the feed of the same events, of a separate organization, so that no other events appear. */
export async function deliveries(stage: Stage): Promise<void> {
  const receiver = await startReceiver();
  receiver.answer = (_request, response) => {
    Object.assign(response, { sendDate: false }).writeHead(200, { 'content-type': 'text/plain' }).end('Taken');
  };
  try {
    const world = await createWorld(stage, receiver);
    await recordFeed(stage, world);
    const deliveryGid = await recordDeliveries(stage, world);
    await recordRedelivery(stage, world, deliveryGid);
    await recordRecovery(stage, world);
    await recordDisabled(stage, world, deliveryGid);
  } finally {
    await receiver.close();
  }
}

async function createWorld(stage: Stage, receiver: Receiver): Promise<WebhookWorld> {
  const { client } = stage.people.admin;
  const orgGid = await stage.unrecorded(async () => gidOf(await client.create('/v1/organizations', { name: 'Mill' })));
  const person = (name: string, email: string, is_manager: boolean) =>
    newUser(stage, { name, email, member_of: [{ organization: { gid: orgGid }, is_manager }] });
  const manager = await person('manager of the mill', 'manager@mill.example', true);
  const member = await person('member of the mill', 'member@mill.example', false);
  await feedHas(manager.client, orgGid, 2);
  const webhookGid = await stage.unrecorded(async () => {
    const { gid } = await manager.client.api.createWebhook(orgGid, { url: receiver.url, events: ['project.*'] });
    return gid;
  });
  const world = { orgGid, manager, member, receiver, webhookGid };
  await draftRequest(stage, world, 'A mural', 3);
  await settledDeliveries(world, 1);
  return world;
}

/** Causes events: drafts a request. Resolves with the project once there are this many events. */
async function draftRequest(stage: Stage, { orgGid, member }: WebhookWorld, title: string, events: number): Promise<string> {
  const body = { title, description: 'For the wall', product: null, organization: { gid: orgGid }, state: 'draft' };
  const gid = await stage.unrecorded(async () => gidOf(await member.client.create('/v1/projects', body)));
  await feedHas(stage.people.admin.client, orgGid, events);
  return gid;
}

/** Resolves when the feed has this many events. */
const feedHas = ({ api }: ApiClient, orgGid: string, count: number) =>
  eventually(async () => (await api.listEvents(orgGid)).items.length === count);

/** Resolves with the deliveries, oldest first, when there are this many and none waits for the webhook. */
const settledDeliveries = ({ orgGid, manager, webhookGid }: Pick<WebhookWorld, 'orgGid' | 'manager' | 'webhookGid'>, count: number) =>
  eventually(async () => {
    const { items } = await manager.client.api.listDeliveries(orgGid, webhookGid, { orderBy: 'created_at', sort: 'asc' });
    return items.length === count && items.every(({ status }) => status !== 'waiting') && items;
  });

async function recordFeed(stage: Stage, { orgGid, manager }: WebhookWorld): Promise<void> {
  const { admin } = stage.people;
  const call = { as: manager, at: { orgGid } };
  const get = (title: string, query: object = {}, as: Caller = manager) =>
    stage.record('listEvents', title, { ...call, as, query: { ...query } });
  const { body } = await get('200 from the oldest on', { limit: 2 });
  await get('200 with what follows', { after: body.next });
  const { body: end } = await get('200 for what comes from now on', { after: 'latest' });
  await get('200 behind the last one, after waiting', { after: end.next, wait: 1 });
  await get('200 of some types', { types: 'project.*,receipt.paid' });
  await get('200 for an admin', { limit: 1 }, admin);
  const asStream = { accept: 'text/event-stream' };
  await stage.record('listEvents', '200 as a stream', { ...call, headers: asStream, blocks: 4 });
  await stage.record('listEvents', '200 as a stream that goes on', {
    ...call,
    headers: { ...asStream, 'last-event-id': body.next },
    blocks: 2,
  });
  await get('400 for what is no cursor', { after: 'nothing' });
  await stage.record('listEvents', '400 for a stream from what is no cursor', {
    ...call,
    headers: { ...asStream, 'last-event-id': 'nothing' },
  });
  await stage.record('listEvents', '406 for another form', { ...call, headers: { accept: 'text/csv' } });
  await get('410 for a cursor of before a restore', { after: cursorAfterRestore(end.next) });
}

/** A cursor as if the database had been restored since. */
function cursorAfterRestore(cursor: string): string {
  const [organization, generation, ...rest] = Buffer.from(cursor, 'base64url').toString().split('/');
  return Buffer.from([organization, Number(generation) + 1, ...rest].join('/')).toString('base64url');
}

async function recordDeliveries(stage: Stage, world: WebhookWorld): Promise<string> {
  const { orgGid, manager, webhookGid } = world;
  const { admin } = stage.people;
  const call = { as: manager, at: { orgGid, webhookGid } };
  const list = (title: string, query: object = {}, as: Caller = manager) =>
    stage.record('listDeliveries', title, { ...call, as, query: { ...query } });
  const { body } = await list('200 for the manager');
  const [{ gid: deliveryGid, event }] = body.items;
  await list('200 found by the id of the event', { query: ['event', '==', event.id] }, admin);
  await list('200 found by status and type, none', {
    query: [
      ['status', '==', 'failed'],
      ['type', '==', 'project.created'],
    ],
  });
  const deliveryCall = { as: manager, at: { orgGid, webhookGid, deliveryGid: deliveryGid as string } };
  await stage.record('getDelivery', '200 with what was sent and answered', deliveryCall);
  return deliveryGid;
}

async function recordRedelivery(stage: Stage, world: WebhookWorld, deliveryGid: string): Promise<void> {
  const { orgGid, manager, webhookGid, receiver } = world;
  const call = { as: manager, at: { orgGid, webhookGid, deliveryGid } };
  await stage.record('redeliver', '204 of what was delivered', call);
  await stage.unrecorded(async () => {
    await eventually(() => receiver.received.length === 2);
    await settledDeliveries(world, 1);
  });
  await stage.record('getDelivery', '200 with both attempts', call);
}

/** A second webhook without any deliveries. */
async function recordRecovery(stage: Stage, world: WebhookWorld): Promise<void> {
  const { orgGid, manager, receiver } = world;
  const webhookGid = await stage.unrecorded(async () => (await manager.client.api.createWebhook(orgGid, { url: receiver.url })).gid);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
  const body = { since: minutesAgo(60), include_unsent: true };
  const call = { as: manager, at: { orgGid, webhookGid } };
  const recover = (title: string, changes: object) => stage.record('recoverDeliveries', title, { ...call, body: { ...body, ...changes } });
  await recover('400 for what is no time', { since: 'yesterday' });
  await recover('400 for a time that is over 30 days ago', { since: '2026-01-01T00:00:00Z' });
  await recover('400 for an end before the beginning', { until: minutesAgo(61) });
  await recover('204 with what was never sent to it', {});
  await stage.unrecorded(() => settledDeliveries({ orgGid, manager, webhookGid }, 3));
  await stage.record('listDeliveries', '200 of a webhook that was told of what was before it', {
    ...call,
    query: { orderBy: 'created_at', sort: 'asc', query: ['type', '==', 'project.created'] },
  });
  await stage.unrecorded(() => manager.client.delete(`/v1/orgs/${orgGid}/webhooks/${webhookGid}`));
}

/** The address answers 410, which disables the webhook. */
async function recordDisabled(stage: Stage, world: WebhookWorld, deliveryGid: string): Promise<void> {
  const { orgGid, manager, webhookGid, receiver } = world;
  receiver.answer = (_request, response) => {
    Object.assign(response, { sendDate: false }).writeHead(410).end();
  };
  await draftRequest(stage, world, 'Another mural', 4);
  const [, failed] = await stage.unrecorded(async () => {
    await eventually(async () => !(await manager.client.api.getWebhook(orgGid, webhookGid)).is_enabled);
    return settledDeliveries(world, 2);
  });
  const call = { as: manager, at: { orgGid, webhookGid, deliveryGid } };
  await stage.record('getDelivery', '200 of one that was given up', { ...call, at: { ...call.at, deliveryGid: failed!.gid } });
  await stage.record('redeliver', '400 for a webhook that is disabled', call);
  await stage.record('recoverDeliveries', '400 for a webhook that is disabled', {
    as: manager,
    at: { orgGid, webhookGid },
    body: { since: new Date(Date.now() - MINUTE_MS).toISOString() },
  });
}
