import { keysOver, principals, revocationPoll, revocationsOver, tokenVerifier } from '@partner-ordering/auth';
import { dataMigrations, openDatabase, type Database, type Resource } from '@partner-ordering/data';
import { jobMigrations, readBacklog, retryGivenUp, type JobWorker } from '@partner-ordering/jobs';
import {
  acceptHeld,
  countSetAside,
  countStopped,
  createWake,
  messagingMigrations,
  newestPublished,
  holdIfRestored,
  publishLost,
  readOutboxLag,
  republish,
  startRelay,
  type Republished,
} from '@partner-ordering/messaging';
import {
  appOf,
  checkReads,
  createMetrics,
  httpMigrations,
  type Metrics,
  type Owner,
  owners,
  readinessOf,
  type Readiness,
  type Runtime,
  watchClocks,
  watchConnections,
  watchProcess,
  watchRevocations,
} from '@partner-ordering/http';
import { JobQueue, Publications, writeAlone } from '@partner-ordering/writes';
import type { Document } from '@partner-ordering/openapi';
import { integrityChecksOf, checkIntegrity } from './parts/integrity-checks.ts';
import { watchCertificates } from './parts/certificates.ts';
import { callsOf, mustKnowAddresses, servicesWithin } from './parts/calls.ts';
import { replayRejected, startFollowing } from './parts/following.ts';
import { startJobs } from './parts/jobs.ts';
import { listen } from './parts/listener.ts';
import { holdOf, refuseRestored } from './parts/restored.ts';
import type { Extension, Service, ServiceConfig, ServiceDefinition } from './parts/service-definition.ts';

const notRunning = async (): Promise<Readiness> => ({ status: 503, reason: 'not running' });

/** Puts a service together; nothing runs before `start`. */
export async function createService<Operations, Resources, const Name extends string>(
  definition: ServiceDefinition<Operations, Resources, Name>,
  config: ServiceConfig,
): Promise<Service> {
  const { name, constraints = {} } = definition;
  const work = workOf(definition, config);
  const { wakeJobs } = work;
  const parts = { ...(await openParts(definition, config, wakeJobs)), ...callsOf(definition, config) };
  const { database } = parts;
  let readiness = notRunning;
  const [started, metrics] = [startedParts(), metricsOf(name, config, database)];
  const write = writeAlone({ name, constraints, ...parts, relay: work.relay }, config.clock);
  const services = servicesWithin<Name>(parts);
  const extension = definition.extend?.({ database, write, wakeJobs, registry: metrics.registry }) ?? {};

  async function start(address: { port: number; host: string }): Promise<{ port: number }> {
    await extension.start?.();
    started.add(() => extension.stop?.());
    const hold = holdOf({ ...config, name, database, metrics });
    const runtime = createRuntime(definition, config, { ...parts, relay: work.relay, metrics, extension, isHeld: hold.isHeld });
    started.add(runtime.revocations.stop);
    started.add(() => Promise.all([hold.stop(), work.stop()]).then(work.stop));
    await hold.start({ start: () => work.start(runtime, { services, write }), stop: work.stop });
    started.add(work.relay.start(database));
    const app = appOf(definition, runtime, () => readiness());
    const listener = await database.openConnections().then(() => listen(app, address, definition.requestTimeoutMs));
    // Requests and jobs end first, side by side: what they publish still leaves.
    started.add((graceMs) => Promise.all([listener.drain(graceMs), work.stopJobs()]));
    readiness = () => readinessOf(runtime);
    return { port: listener.port };
  }

  async function stop(graceMs?: number): Promise<void> {
    readiness = notRunning;
    extension.drain?.();
    await started.stop(graceMs);
  }

  return {
    name,
    database,
    migrate: () => database.migrate(),
    replay: () => replayRejected(definition, config, parts),
    ...publishingAgain(definition, config, database),
    checkIntegrity: () => checkIntegrity(database, integrityChecksOf(definition)),
    metrics: () => measurements({ database, metrics, clock: config.clock, readiness: () => readiness(), extension }),
    retryJobs: () => retryGivenUp(database, config.clock()),
    write,
    start: (address) => start(address).catch((error: unknown) => stop().then(() => Promise.reject(error))),
    stop: (graceMs) => stop(graceMs).then(() => database.close()),
  };
}

function metricsOf(name: string, { certificates = {}, clock, showsProcess }: ServiceConfig, database: Database): Metrics {
  const metrics = createMetrics(name);
  watchProcess(metrics.registry, showsProcess);
  watchCertificates(certificates, clock, metrics.registry);
  watchConnections(metrics.registry, database);
  watchClocks(metrics.registry, () => ({ database: (Date.now() - clock().getTime()) / 1000 }));
  return metrics;
}

interface Measured extends Pick<Runtime, 'database' | 'clock' | 'metrics'> {
  readiness: () => Promise<Readiness>;
  extension: Extension;
}

/**
 * The queue is read for each answer, so that nothing polls it. What cannot be read stays as it was, so that no alert ends by that. All at
 * once, within the 10 s that Prometheus waits.
 */
async function measurements({ database, metrics, clock, readiness, extension }: Measured): Promise<string> {
  await Promise.allSettled([
    readiness().then(({ status }) => metrics.setReady(status === 200)),
    readOutboxLag(database).then(metrics.setOutboxLag),
    readBacklog(database, clock()).then(metrics.setJobBacklog),
    countSetAside(database).then(metrics.setDeadLetters),
    countStopped(database).then(metrics.setStopped),
    extension.measure?.(),
  ]);
  return metrics.registry.metrics();
}

/** What a service does without being asked: its relay, and its jobs and consumers. */
function workOf<Operations, Resources>(definition: ServiceDefinition<Operations, Resources>, config: ServiceConfig) {
  const { name } = definition;
  const { transport, log: logger } = config;
  const wakeSignal = createWake();
  let worker: JobWorker | undefined;
  const started = startedParts();
  return {
    relay: {
      wake: wakeSignal.wake,
      start(database: Database): () => Promise<void> {
        const mayPublish = () => refuseRestored({ name, transport, database });
        return startRelay({ database, transport, source: name, logger, mayPublish, wakeSignal }).stop;
      },
    },
    wakeJobs: () => worker?.wake(),
    async start(runtime: Runtime, { services, write }: Pick<Parameters<typeof startJobs>[2], 'services' | 'write'>): Promise<void> {
      const { database, metrics } = runtime;
      worker = startJobs(definition, config, { database, metrics, services, write });
      started.add(worker.stop);
      started.add(await startFollowing(definition, config, runtime));
    },
    stopJobs: () => worker?.stop(),
    stop: () => started.stop(),
  };
}

/** Collects the functions that stop the started parts of a service. */
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
  { name, entities, migrations, states, webhookPayloads }: ServiceDefinition<Operations, Resources>,
  { databaseUrl, poolSize, log, clock }: ServiceConfig,
  wake: () => void,
): Promise<Parts> {
  const database = await openDatabase({
    url: databaseUrl,
    entities,
    migrations: [...dataMigrations, ...messagingMigrations, ...jobMigrations, ...httpMigrations, ...migrations],
    poolSize,
    applicationName: name,
    clock,
    warn: (message) => log.debug({}, message),
  });
  const [publications, jobQueue] = [new Publications(states, webhookPayloads), new JobQueue(wake)];
  for (const subscriber of [publications, jobQueue]) database.orm.em.getEventManager().registerSubscriber(subscriber);
  return { database, publications, jobQueue };
}

function createRuntime<Operations, Resources>(
  definition: ServiceDefinition<Operations, Resources>,
  config: ServiceConfig,
  { extension, ...parts }: Parts & ReturnType<typeof callsOf> & Pick<Runtime, 'relay' | 'metrics' | 'isHeld'> & { extension: Extension },
): Runtime {
  const { name, follows } = definition;
  const { issuer, clock, log, accessLog = 1, tracing, validateResponses } = config;
  const { database, ask } = parts;
  const { authority, dependencies = {} } = extension;
  mustKnowAddresses(definition, config, { ...parts, ...extension });
  const document = definition.document as Document;
  const resources = { ...definition.parents, ...(definition.resources as Record<string, Resource>) };
  checkReads({ document, resources });
  const verifier = tokenVerifier({ issuer, audience: issuer, clock, keys: authority?.keys ?? keysOver(ask) });
  const revocations = revocationPoll({
    read: authority?.revocations ?? revocationsOver(ask),
    verifier,
    clock,
    onError: (error) => log.warn({ err: error }, 'Identity did not answer'),
  });
  watchRevocations(parts.metrics.registry, revocations.ageMs);
  return {
    ...parts,
    name,
    document,
    resources,
    constraints: definition.constraints ?? {},
    owners: owners({
      owners: Object.entries(follows.states ?? {}).map(([service, types]) => ({ service, types: Object.keys(types) }) as Owner),
      ask,
      database,
      clock,
    }),
    verifier,
    revocations,
    principals: principals({ query: database.query, clock }),
    tracing,
    log,
    accessLog,
    clock,
    validateResponses,
    dependencies,
  };
}

/** See `Service.recover` and `Service.acceptRestore`. */
function publishingAgain(
  { name, states, restored }: Pick<ServiceDefinition<unknown, unknown>, 'name' | 'states' | 'restored'>,
  { transport, clock, log }: ServiceConfig,
  database: Database,
): Pick<Service, 'recover' | 'acceptRestore'> {
  const types = states.map(({ type }) => type);
  const again = (): Promise<Republished> => republish({ database, transport, service: name, types, logger: log, clock });
  return {
    recover: () => refuseRestored({ name, transport, database }).then(again),
    // Held from the first statement to the last, so that a broken off one does not count.
    async acceptRestore() {
      await holdIfRestored(database, await newestPublished(transport, name));
      await database.transactional(async (tx) => restored?.(tx, clock()));
      await publishLost(database, transport, name, clock());
      const published = await again();
      await acceptHeld(database);
      return published;
    },
  };
}
