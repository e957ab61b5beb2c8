import { keysOver, principals, revocationPoll, revocationsOver, tokenVerifier } from '@partner-ordering/auth';
import { dataMigrations, openDatabase, type Resource } from '@partner-ordering/data';
import { jobMigrations, retryGivenUp, type JobWorker } from '@partner-ordering/jobs';
import { neighbourClient, serviceTokens, type Ask as AskNeighbour } from '@partner-ordering/neighbours';
import { messagingMigrations, startRelay, type Relay } from '@partner-ordering/messaging';
import { appOf } from './app.ts';
import { serviceCalls } from '../neighbours/calls.ts';
import type { ApiDocument } from '../runtime/document.ts';
import { replayRejected, startFollowing } from './following.ts';
import { instanceUrls } from '../neighbours/instance-urls.ts';
import { httpMigrations } from '../writes/idempotency.ts';
import { startJobs } from './jobs.ts';
import { listen } from './listener.ts';
import { createMetrics } from '../runtime/metrics.ts';
import { owners } from '../neighbours/owners.ts';
import { JobQueue } from '../writes/job-queue.ts';
import { Publications } from '../writes/publications.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Extension, Service, ServiceConfig, ServiceDefinition } from './service-definition.ts';
import { writeAlone } from '../writes/write.ts';

/** Puts a service together; nothing runs before `start`. */
export async function createService<Operations, Resources>(
  definition: ServiceDefinition<Operations, Resources>,
  config: ServiceConfig,
): Promise<Service> {
  const { name, constraints = {} } = definition;
  const parts = await openParts(definition, config, () => worker?.wake());
  const { database } = parts;
  const extension = definition.extend?.(database) ?? {};
  let relay: Relay | undefined;
  let worker: JobWorker | undefined;
  let isRunning = false;
  const started = startedParts();
  const write = writeAlone({ name, constraints, ...parts, relay: { wake: () => relay?.wake() } }, config.clock);

  async function start(address: { port: number; host: string }): Promise<{ port: number }> {
    const neighbours = neighboursOf(definition, config);
    await extension.start?.({ ask: neighbours.ask, write });
    started.add(() => extension.stop?.());
    const metrics = createMetrics(name);
    relay = startRelay({ database, transport: config.transport, source: name, logger: config.log, onLag: metrics.setOutboxLag });
    started.add(relay.stop);
    const runtime = createRuntime(definition, config, { ...parts, relay, metrics, extension, ...neighbours });
    started.add(runtime.revocations.stop);
    const app = appOf(definition, runtime, extension, () => isRunning);
    const { stop: stopJobs } = (worker = startJobs(definition, config, { database, metrics, ask: neighbours.ask, write }));
    started.add(stopJobs);
    const listener = await listen(app, address, definition.requestTimeoutMs);
    const consumer = startFollowing(definition, config, runtime);
    started.add(() => consumer?.stop());
    // Requests and jobs end first, side by side: what they publish still leaves.
    started.add((graceMs) => Promise.all([listener.drain(graceMs), stopJobs()]));
    isRunning = true;
    return { port: listener.port };
  }

  async function stop(graceMs?: number): Promise<void> {
    isRunning = false;
    await started.stop(graceMs);
  }

  return {
    name,
    database,
    migrate: () => database.migrate(),
    replay: () => replayRejected(definition, config, parts),
    retryJobs: () => retryGivenUp(database, config.clock()),
    write,
    start: (address) => start(address).catch((error: unknown) => stop().then(() => Promise.reject(error))),
    stop: async (graceMs) => {
      await stop(graceMs);
      await database.close();
    },
  };
}

/** What ends the parts of a service that were started. */
function startedParts() {
  let stops: ((graceMs: number) => unknown)[] = [];
  return {
    add: (stop: (graceMs: number) => unknown) => void stops.push(stop),
    /** Ends the one that was added last, then all others. */
    async stop(graceMs = 0): Promise<void> {
      const [last, ...others] = stops.toReversed();
      stops = [];
      await last?.(graceMs);
      await Promise.all(others.map((stop) => stop(graceMs)));
    },
  };
}

type Parts = Pick<Runtime, 'database' | 'publications' | 'jobQueue'>;

/** The service's database, and what collects the changes of its transactions. `wake` is called after each commit that added jobs. */
async function openParts<Operations, Resources>(
  { name, entities, migrations, states }: ServiceDefinition<Operations, Resources>,
  { databaseUrl, poolSize, log }: ServiceConfig,
  wake: () => void,
): Promise<Parts> {
  const database = await openDatabase({
    url: databaseUrl,
    entities,
    migrations: [...dataMigrations, ...messagingMigrations, ...jobMigrations, ...httpMigrations, ...migrations],
    poolSize,
    applicationName: name,
    warn: (message) => log.debug({}, message),
    onHang: (message) => log.warn({}, message),
  });
  const [publications, jobQueue] = [new Publications(states), new JobQueue(wake)];
  for (const subscriber of [publications, jobQueue]) database.orm.em.getEventManager().registerSubscriber(subscriber);
  return { database, publications, jobQueue };
}

/** How this service proves who it is to others, and asks those that it may ask. */
function neighboursOf<Operations, Resources>(
  { name, asks = [] }: ServiceDefinition<Operations, Resources>,
  { serviceSecret, serviceUrls, clock }: ServiceConfig,
): Pick<Runtime, 'tokens' | 'ask'> & { client: AskNeighbour } {
  const tokens = serviceTokens({ secret: serviceSecret, service: name, clock });
  for (const service of asks) instanceUrls(serviceUrls, service);
  const client = neighbourClient({ urls: serviceUrls, tokens });
  return { tokens, ask: serviceCalls(client), client };
}

function createRuntime<Operations, Resources>(
  definition: ServiceDefinition<Operations, Resources>,
  config: ServiceConfig,
  {
    extension,
    client,
    ...parts
  }: Parts & Pick<Runtime, 'relay' | 'metrics' | 'tokens' | 'ask'> & { extension: Extension; client: AskNeighbour },
): Runtime {
  const { name, follows } = definition;
  const { issuer, serviceUrls, clock, log, validateResponses } = config;
  const { database } = parts;
  const { authority, dependencies = {} } = extension;
  for (const service of [...Object.keys(follows), ...(authority ? [] : ['identity'])]) instanceUrls(serviceUrls, service);
  return {
    ...parts,
    name,
    document: definition.document as ApiDocument,
    resources: { ...definition.parents, ...(definition.resources as Record<string, Resource>) },
    constraints: definition.constraints ?? {},
    owners: owners({
      owners: Object.entries(follows).map(([service, types]) => ({ service, types })),
      ask: client,
      database,
      clock,
    }),
    verifier: tokenVerifier({
      issuer,
      audience: issuer,
      clock,
      keys: authority?.keys ?? keysOver(client),
    }),
    revocations: revocationPoll({
      read: authority?.revocations ?? revocationsOver(client),
      clock,
      onError: (error) => log.warn({ err: error }, 'Revocations could not be read'),
    }),
    principals: principals({ query: database.query, clock }),
    log,
    clock,
    validateResponses,
    dependencies,
  };
}
