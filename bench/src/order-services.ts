import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@partner-ordering/embedded-postgres';
import { emptyDatabase, type Cluster } from './cluster.ts';
import { runProcess, startProcess, type Running } from './processes.ts';
import { serviceEnvironment, startGateway, type BenchSetup } from './sides.ts';

/** Gateway, ordering, files and billing, each in a process of its own; of identity and catalog they have replicas. */
export interface OrderServices {
  /** Of the gateway. */
  readonly url: string;
  /** Gid of the admin who acts for the workers. */
  readonly admin: string;
  readonly billingDatabase: string;
  /** Billing runs only from now on. Answers the process ids of what makes receipts. */
  startBilling(): Promise<{ billing: number; files: number }>;
  stop(): Promise<void>;
}

const ADMIN_GID = '019a0009-0000-7000-8000-000000000000';
const BILLING_DATABASE = 'billing';
const urlOf = (port: number): string => `http://127.0.0.1:${port}`;

/** Starts all but billing. Ordering works on a seeded database, the others on new ones. */
export async function startOrderServices(given: BenchSetup, orderingDatabase: string): Promise<OrderServices> {
  const { cluster, options } = given;
  const kafka = given.kafka && { kafka: { ...given.kafka, prefix: `bench-${randomUUID()}.` } };
  const setup: BenchSetup = { ...given, messagingUrl: await emptyDatabase(cluster, 'order_services_messaging'), ...kafka };
  // The log is new, so the offsets of an earlier run do not apply.
  await cluster.connect(orderingDatabase, (client) => client.query('delete from consumer_offset'));
  const folder = mkdtempSync(join(tmpdir(), 'partner-ordering-bench-files-'));
  const billingEnvironment = {
    ...serviceEnvironment(setup, await emptyDatabase(cluster, BILLING_DATABASE), 'billing'),
    ...{
      SELLER_NAME: 'Partner Ordering',
      SELLER_ADDRESS: '1 Quay Street|75001 Paris',
      SELLER_VAT: 'FR00123456789',
      MAIL_DIR: join(folder, 'mail'),
    },
  };
  await runProcess('services/billing/src/main.ts', ['migrate'], billingEnvironment);
  await cluster.connect(orderingDatabase, (client) => client.query(addAdmin));
  await copyReplicas(cluster, orderingDatabase);

  const ports = { files: await freePort(), ordering: await freePort(), billing: await freePort() };
  const urls = { FILES_URL: urlOf(ports.files), ORDERING_URL: urlOf(ports.ordering), BILLING_URL: urlOf(ports.billing) };
  const start = (name: keyof typeof ports, environment: Record<string, string>): Promise<Running> =>
    startProcess(`services/${name}/src/main.ts`, { ...environment, ...urls }, { ...options, port: ports[name] });
  const files = await start('files', { ...serviceEnvironment(setup, await emptyDatabase(cluster, 'files'), 'files'), FILES_DIR: folder });
  const ordering = await start('ordering', serviceEnvironment(setup, cluster.url(orderingDatabase)));
  const running = [await startGateway(setup, urls), ordering, files];
  return {
    ...{ url: urlOf(running[0]!.port), admin: ADMIN_GID, billingDatabase: BILLING_DATABASE },
    startBilling: async () => {
      const billing = await start('billing', billingEnvironment);
      running.push(billing);
      return { billing: billing.pid, files: files.pid };
    },
    stop: async () => {
      for (const one of running) await one.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const addAdmin = `
  insert into shared_state (type, key, version, state) values
    ('principal', '${ADMIN_GID}', 1, '{"gid": "${ADMIN_GID}", "roles": ["user", "admin"], "is_enabled": true, "memberships": []}'),
    ('user', '${ADMIN_GID}', 1, '{"gid": "${ADMIN_GID}", "firstname": "Ada", "lastname": "Reed", "email": "admin@example.com", "locale": "en"}')
  on conflict do nothing`;

/** Gives billing the replicas of users and organizations that ordering has. */
async function copyReplicas(cluster: Cluster, orderingDatabase: string): Promise<void> {
  const { rows } = await cluster.connect(orderingDatabase, (client) =>
    client.query<{ known: string }>(
      `select json_agg(shared_state)::text as known from shared_state where type in ('principal', 'user', 'organization')`,
    ),
  );
  const insert = `insert into shared_state (type, key, version, state)
    select type, key, version, state from json_to_recordset($1) as known (type text, key text, version bigint, state jsonb)`;
  await cluster.connect(BILLING_DATABASE, (client) => client.query(insert, [rows[0]!.known]));
}
