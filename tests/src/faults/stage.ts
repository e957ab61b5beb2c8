import { eventually, gidOf, KAFKA_VARIABLE, SERVER_URL_VARIABLE } from '@partner-ordering/testing';
import { openConsistencyChecks } from '../consistency.ts';
import { findOffer } from '../orders.ts';
import { startProcesses, type Processes } from '../processes.ts';
import { stopAll } from '../program.ts';
import type { Containers } from './containers.ts';
import type { Stage } from './fault.ts';
import type { Customers } from './load.ts';

/** Starts the system, with so many instances of each service; `stop` ends it. */
export async function setStage(
  containers: Containers,
  { instances, ...tools }: Pick<Stage, 'random' | 'say'> & { instances: number },
): Promise<Stage & { stop(): Promise<void> }> {
  await using started = new AsyncDisposableStack();
  process.env['TEST_TRANSPORT'] = 'kafka';
  process.env[KAFKA_VARIABLE] = containers.kafka.address;
  process.env[SERVER_URL_VARIABLE] = containers.postgresUrl;
  started.defer(stopAll);
  const proxiedUrl = (url: string): string => Object.assign(new URL(url), { host: containers.postgres.address }).href;
  const processes = await startProcesses({ instances, databaseUrlOf: proxiedUrl, variables: { ALLOW_PRIVATE_TARGETS: 'true' } });
  const checks = openConsistencyChecks(processes.databases);
  started.defer(() => checks.close());
  await eventually(() => checks.assertReplicated(), { timeoutMs: 60_000 });
  const customers = await customersOf(processes);
  const running = started.move();
  return { ...tools, containers, processes, checks, customers, stop: () => running.disposeAsync() };
}

/** Signs in who orders. */
export async function customersOf({ signIn }: Pick<Processes, 'signIn'>): Promise<Customers> {
  const [user, uploader, admin] = [
    await signIn('user@example.com'),
    await signIn('user@example.com', 'base upload_files'),
    await signIn('admin@example.com'),
  ];
  const person = { service_id: crypto.randomUUID(), firstname: 'Kim', lastname: 'Sol' };
  const worker = { gid: gidOf(await admin.create('/v1/workers', person)) };
  return { user, uploader, admin, worker, offer: await findOffer(user) };
}
