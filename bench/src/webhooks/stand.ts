import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, givenToken } from '@partner-ordering/client';
import { postgresTransport, type Log, type Writer } from '@partner-ordering/messaging';
import { emptyDatabase } from '../cluster.ts';
import { startProcess, type Running } from '../processes.ts';
import { serviceEnvironment, type BenchSetup } from '../sides.ts';
import { startWorker } from '../worker.ts';
import type { Arrival, ReceiversOrder, ReceiversResult } from './receivers.ts';

/** How many webhooks there are, each with a receiver of its own. */
export interface Size {
  organizations: number;
  /** Of each organization. */
  webhooks: number;
}

/**
 * Notifications in a process of its own, with webhooks whose receivers share a second one, and facts that we publish in place of ordering.
 */
export interface Stand {
  readonly service: Running;
  readonly size: Size;
  /** Publishes facts, of these organizations, by their numbers. They are durable when it resolves, with their ids. */
  publish(organizations: readonly number[]): Promise<string[]>;
  /** Since it was last asked. */
  arrivals(): Promise<Arrival[]>;
  /** Requests that the receivers have answered. */
  count(): Promise<number>;
  stop(): Promise<void>;
}

const ADMIN = '019a0009-0000-7000-8000-000000000000';
const AT_ONCE = 16;
/** As the chart gives it. */
const HEAP_MEBIBYTES = 128;
/** The events of an organization are those of so many projects. */
const PROJECTS = 10;

/** Starts it on a new database. Receivers of organization n are those from n × webhooks on. */
export async function startStand(
  setup: BenchSetup,
  size: Size,
  organizations: readonly string[] = Array.from({ length: size.organizations }, () => randomUUID()),
): Promise<Stand> {
  const { cluster, issuer } = setup;
  const database = await emptyDatabase(cluster, 'notifications');
  const environment = { ...serviceEnvironment(setup, database, 'notifications'), ALLOW_PRIVATE_TARGETS: 'true' };
  const service = await startProcess('services/notifications/src/main.ts', environment, [
    `--max-old-space-size=${HEAP_MEBIBYTES}`,
    '--max-semi-space-size=8',
  ]);
  const receivers = startWorker<ReceiversOrder, ReceiversResult>('webhooks/receivers.ts');
  process.on('exit', () => receivers.stop());
  await cluster.connect('notifications', async (client) => {
    await client.query(addReplicas, [ADMIN, organizations]);
    // Facts of before it follows them are none of its.
    while ((await client.query(`select from consumer_offset where topic = 'ordering.facts'`)).rowCount === 0) await delay(50);
  });
  const ports = (await receivers.run({ open: size.organizations * size.webhooks })).ports!;
  await createWebhooks(`http://127.0.0.1:${service.port}`, issuer.token(ADMIN), { organizations, ports, size });
  const transport = await postgresTransport({ url: setup.messagingUrl, logger: warnings });
  const writer = await transport.begin('bench');
  return {
    ...{ service, size },
    publish: (numbers) => publish(writer, numbers.map((number) => organizations[number]!)), // oxfmt-ignore
    arrivals: async () => (await receivers.run({ arrivals: true })).arrivals!,
    count: async () => (await receivers.run({ count: true })).count!,
    stop: async () => {
      await writer.close();
      await transport.close();
      receivers.stop();
      await service.stop();
    },
  };
}

const addReplicas = `
  insert into shared_state (type, key, version, state)
  select 'principal', $1::text, 1, jsonb_build_object('gid', $1::text, 'roles', '["user", "admin"]'::jsonb, 'is_enabled', true, 'memberships', '[]'::jsonb)
  union all select 'organization', gid, 1, jsonb_build_object('gid', gid, 'name', 'A bakery', 'hostname', null, 'is_deleted', false) from unnest($2::text[]) gid`;

interface Wanted {
  organizations: readonly string[];
  ports: readonly number[];
  size: Size;
}

async function createWebhooks(url: string, token: string, { organizations, ports, size }: Wanted): Promise<void> {
  const api = createClient({ url, auth: givenToken(token) });
  // One organization after the other, as two webhooks of the same one are not made at a time.
  const left = ports
    .map((port, index) => ({ organization: Math.floor(index / size.webhooks), turn: index % size.webhooks, port }))
    .toSorted((one, other) => one.turn - other.turn);
  const create = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop())
      await api.createWebhook(organizations[next.organization]!, { url: `http://127.0.0.1:${next.port}/hook` });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, create));
}

/** A logger for warnings and errors only. */
const warnings: Log = {
  debug: () => {},
  info: () => {},
  warn: (details, message) => console.error(message, details),
  error: (details, message) => console.error(message, details),
};

const projects = new Map<string, string[]>();

async function publish(writer: Writer, organizations: readonly string[]): Promise<string[]> {
  const ids = organizations.map(() => randomUUID());
  const messages = organizations.map((organization, index) => {
    if (!projects.has(organization)) projects.set(organization, Array.from({ length: PROJECTS }, () => randomUUID())); // oxfmt-ignore
    const gid = projects.get(organization)![Math.floor(Math.random() * PROJECTS)]!;
    return { key: `project/${gid}`, value: JSON.stringify(factOf(gid, organization, ids[index]!)) };
  });
  await writer.append('ordering.facts', messages);
  return ids;
}

/** As ordering publishes it; what it shows is as long as a project usually is. */
const factOf = (gid: string, organization: string, id: string) => ({
  ...{ specversion: '1.0', id, source: '/services/ordering', type: 'project.updated', subject: `project/${gid}` },
  ...{ time: new Date().toISOString(), datacontenttype: 'application/json' },
  data: { gid, organization, owner: ADMIN, actor: null, shown: `{"project":${JSON.stringify({ gid, ...shown })}}` },
});

const shown = {
  title: 'A logo for the spring campaign',
  description: 'Fresh and simple, for posters and menus. '.repeat(35),
  status: 'in_progress',
};
