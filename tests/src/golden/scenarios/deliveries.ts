import { eventually, gidOf, startReceiver, type ApiClient, type Receiver } from '@partner-ordering/testing';
import type { Caller, Stage } from '../recorder.ts';
import { newUser } from './new-user.ts';

/** An organization with events, and its webhook's receiver. */
interface Told {
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
    const told = await tell(stage, receiver);
    await recordFeed(stage, told);
    const deliveryGid = await recordDeliveries(stage, told);
    await recordRedelivery(stage, told, deliveryGid);
    await recordRecovery(stage, told);
    await recordDisabled(stage, told, deliveryGid);
  } finally {
    await receiver.close();
  }
}

async function tell(stage: Stage, receiver: Receiver): Promise<Told> {
  const { client } = stage.people.admin;
  const orgGid = await stage.quietly(async () => gidOf(await client.create('/v1/organizations', { name: 'Mill' })));
  const person = (name: string, email: string, is_manager: boolean) =>
    newUser(stage, { name, email, member_of: [{ organization: { gid: orgGid }, is_manager }] });
  const manager = await person('manager of the mill', 'manager@mill.example', true);
  const member = await person('member of the mill', 'member@mill.example', false);
  await kept(manager.client, orgGid, 2);
  const webhookGid = await stage.quietly(async () => {
    const { gid } = await manager.client.api.createWebhook(orgGid, { url: receiver.url, events: ['project.*'] });
    return gid;
  });
  const told = { orgGid, manager, member, receiver, webhookGid };
  await requested(stage, told, 'A mural', 3);
  await settled(told, 1);
  return told;
}

/** Causes events: drafts a request. Resolves with the project once there are this many events. */
async function requested(stage: Stage, { orgGid, member }: Told, title: string, events: number): Promise<string> {
  const body = { title, description: 'For the wall', product: null, organization: { gid: orgGid }, state: 'draft' };
  const gid = await stage.quietly(async () => gidOf(await member.client.create('/v1/projects', body)));
  await kept(stage.people.admin.client, orgGid, events);
  return gid;
}

/** Resolves when the feed has this many events. */
const kept = ({ api }: ApiClient, orgGid: string, count: number) =>
  eventually(async () => (await api.listEvents(orgGid)).items.length === count);

/** Resolves with the deliveries, oldest first, when there are this many and none waits for the webhook. */
const settled = ({ orgGid, manager, webhookGid }: Pick<Told, 'orgGid' | 'manager' | 'webhookGid'>, count: number) =>
  eventually(async () => {
    const { items } = await manager.client.api.listDeliveries(orgGid, webhookGid, { orderBy: 'created_at', sort: 'asc' });
    return items.length === count && items.every(({ status }) => status !== 'waiting') && items;
  });

async function recordFeed(stage: Stage, { orgGid, manager }: Told): Promise<void> {
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
  await get('410 for a cursor of before a restore', { after: restored(end.next) });
}

/** A cursor as if the database had been restored since. */
function restored(cursor: string): string {
  const [organization, generation, ...rest] = Buffer.from(cursor, 'base64url').toString().split('/');
  return Buffer.from([organization, Number(generation) + 1, ...rest].join('/')).toString('base64url');
}

async function recordDeliveries(stage: Stage, told: Told): Promise<string> {
  const { orgGid, manager, webhookGid } = told;
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
  const one = { as: manager, at: { orgGid, webhookGid, deliveryGid: deliveryGid as string } };
  await stage.record('getDelivery', '200 with what was sent and answered', one);
  return deliveryGid;
}

async function recordRedelivery(stage: Stage, told: Told, deliveryGid: string): Promise<void> {
  const { orgGid, manager, webhookGid, receiver } = told;
  const one = { as: manager, at: { orgGid, webhookGid, deliveryGid } };
  await stage.record('redeliver', '204 of what was delivered', one);
  await stage.quietly(async () => {
    await eventually(() => receiver.received.length === 2);
    await settled(told, 1);
  });
  await stage.record('getDelivery', '200 with both attempts', one);
}

/** A second webhook without any deliveries. */
async function recordRecovery(stage: Stage, told: Told): Promise<void> {
  const { orgGid, manager, receiver } = told;
  const webhookGid = await stage.quietly(async () => (await manager.client.api.createWebhook(orgGid, { url: receiver.url })).gid);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
  const body = { since: minutesAgo(60), include_unsent: true };
  const call = { as: manager, at: { orgGid, webhookGid } };
  const recover = (title: string, changes: object) => stage.record('recoverDeliveries', title, { ...call, body: { ...body, ...changes } });
  await recover('400 for what is no time', { since: 'yesterday' });
  await recover('400 for a time that is over 30 days ago', { since: '2026-01-01T00:00:00Z' });
  await recover('400 for an end before the beginning', { until: minutesAgo(61) });
  await recover('204 with what was never sent to it', {});
  await stage.quietly(() => settled({ orgGid, manager, webhookGid }, 3));
  await stage.record('listDeliveries', '200 of a webhook that was told of what was before it', {
    ...call,
    query: { orderBy: 'created_at', sort: 'asc', query: ['type', '==', 'project.created'] },
  });
  await stage.quietly(() => manager.client.delete(`/v1/orgs/${orgGid}/webhooks/${webhookGid}`));
}

/** The address answers 410, which disables the webhook. */
async function recordDisabled(stage: Stage, told: Told, deliveryGid: string): Promise<void> {
  const { orgGid, manager, webhookGid, receiver } = told;
  receiver.answer = (_request, response) => {
    Object.assign(response, { sendDate: false }).writeHead(410).end();
  };
  await requested(stage, told, 'Another mural', 4);
  const [, failed] = await stage.quietly(async () => {
    await eventually(async () => !(await manager.client.api.getWebhook(orgGid, webhookGid)).is_enabled);
    return settled(told, 2);
  });
  const one = { as: manager, at: { orgGid, webhookGid, deliveryGid } };
  await stage.record('getDelivery', '200 of one that was given up', { ...one, at: { ...one.at, deliveryGid: failed!.gid } });
  await stage.record('redeliver', '400 for a webhook that is disabled', one);
  await stage.record('recoverDeliveries', '400 for a webhook that is disabled', {
    as: manager,
    at: { orgGid, webhookGid },
    body: { since: new Date(Date.now() - MINUTE_MS).toISOString() },
  });
}
