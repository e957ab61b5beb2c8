import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createClient, givenToken } from '@partner-ordering/client';
import { postgresTransport, type Log } from '@partner-ordering/messaging';
import { startProcess, type Running } from '../processes.ts';
import { serviceEnvironment, type BenchSetup } from '../sides.ts';
import { startWorker } from '../worker.ts';
import type { Arrival, ReceiversOrder, ReceiversResult } from './receivers.ts';

/** The number of webhooks, each with a receiver of its own. */
export interface Size {
  organizations: number;
  /** The number in each organization. */
  webhooks: number;
}

/** Notifications in a process of its own. Its webhooks' receivers share a second process; we publish the facts in place of ordering. */
export interface WebhookBench {
  readonly service: Running;
  readonly size: Size;
  /** Publishes a fact of each organization. They are durable when it resolves. */
  publish(): Promise<void>;
  /** Events that arrived since the last call. */
  arrivals(): Promise<Arrival[]>;
  stop(): Promise<void>;
}

const ADMIN = '019a0009-0000-7000-8000-000000000000';
/** The facts of an organization are those of so many projects. */
const PROJECTS = 10;

/** Starts notifications on a new database. Organization n has the receivers from n × webhooks on. */
export async function startWebhookBench(
  setup: BenchSetup,
  size: Size,
  organizations: readonly string[] = Array.from({ length: size.organizations }, () => randomUUID()),
): Promise<WebhookBench> {
  const { cluster, issuer } = setup;
  const database = await cluster.emptyDatabase('notifications');
  const environment = { ...serviceEnvironment(setup, database, 'notifications'), ALLOW_PRIVATE_TARGETS: 'true' };
  const service = await startProcess('services/notifications/src/main.ts', environment);
  const receivers = startWorker<ReceiversOrder, ReceiversResult>('webhooks/receivers.ts');
  await cluster.connect('notifications', async (client) => {
    await client.query(addReplicas, [ADMIN, organizations]);
    // Facts from before it follows them are not its own.
    while ((await client.query(`select from consumer_offset where topic = 'ordering.facts'`)).rowCount === 0) await delay(50);
  });
  const { ports } = await receivers.run({ open: size.organizations * size.webhooks });
  const api = createClient({ url: `http://127.0.0.1:${service.port}`, auth: givenToken(issuer.token(ADMIN)) });
  const createWebhooks = async (organization: string, index: number): Promise<void> => {
    for (const port of ports.slice(index * size.webhooks, (index + 1) * size.webhooks))
      await api.createWebhook(organization, { url: `http://127.0.0.1:${port}/hook` });
  };
  await Promise.all(organizations.map(createWebhooks));
  const transport = await postgresTransport({ url: setup.messagingUrl, logger: warnings });
  const writer = await transport.begin('bench');
  const projects = organizations.map((organization) => ({ organization, gids: Array.from({ length: PROJECTS }, () => randomUUID()) }));
  return {
    service,
    size,
    publish: () =>
      writer.append(
        'ordering.facts',
        projects.map(({ organization, gids }) => factOf(gids[Math.floor(Math.random() * PROJECTS)]!, organization)),
      ),
    arrivals: async () => (await receivers.run('arrivals')).arrivals,
    stop: async () => {
      await writer.close();
      await transport.close();
      await service.stop();
    },
  };
}

const addReplicas = `
  insert into shared_state (type, key, version, state)
  select 'principal', $1::text, 1, jsonb_build_object('gid', $1::text, 'roles', '["user", "admin"]'::jsonb, 'is_enabled', true, 'memberships', '[]'::jsonb)
  union all select 'organization', gid, 1, jsonb_build_object('gid', gid, 'name', 'A bakery', 'hostname', null, 'is_deleted', false) from unnest($2::text[]) gid`;

/** A logger for warnings and errors only. */
const warnings: Log = {
  debug: () => {},
  info: () => {},
  warn: (details, message) => console.error(message, details),
  error: (details, message) => console.error(message, details),
};

/** A fact as ordering publishes it, with a project of the usual length. */
function factOf(gid: string, organization: string): { key: string; value: string } {
  const description = 'Fresh and simple, for posters and menus. '.repeat(35);
  const project = { gid, title: 'A logo for the spring campaign', description, status: 'in_progress' };
  const event = {
    specversion: '1.0',
    id: randomUUID(),
    source: '/services/ordering',
    type: 'project.updated',
    subject: `project/${gid}`,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    data: { gid, organization, owner: ADMIN, actor: null, payload: JSON.stringify({ project }) },
  };
  return { key: `project/${gid}`, value: JSON.stringify(event) };
}
