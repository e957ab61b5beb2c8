import { instancesOf, principals, revocationPoll, serviceTokens, tokenVerifier } from '@partner-ordering/auth';
import { dataMigrations, openDatabase, type Database, type Resource, type Transaction } from '@partner-ordering/data';
import { messagingMigrations, startRelay, type Relay } from '@partner-ordering/messaging';
import { appOf } from './app.ts';
import { serviceCalls } from '../neighbours/calls.ts';
import type { ApiDocument } from '../runtime/document.ts';
import { replayRejected, startFollowing } from './following.ts';
import { instanceUrls } from '../neighbours/instance-urls.ts';
import { forgetOldKeys, httpMigrations } from '../writes/idempotency.ts';
import { listen } from './listener.ts';
import { createMetrics } from '../runtime/metrics.ts';
import { owners } from '../neighbours/owners.ts';
import { Publications } from '../writes/publications.ts';
import { noContent, type Reply } from '../response/replies.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Extension, Service, ServiceConfig, ServiceDefinition } from './service-definition.ts';
import { write } from '../writes/write.ts';

/** Puts a service together; nothing runs before `start`. */
export async function createService<Operations, Resources>(
  definition: ServiceDefinition<Operations, Resources>,
  config: ServiceConfig,
): Promise<Service> {
  const { name } = definition;
  const database = await databaseOf(definition, config);
  const publications = new Publications(definition.states);
  database.orm.em.getEventManager().registerSubscriber(publications);
  const extension = definition.extend?.(database) ?? {};
  let relay: Relay | undefined;
  let isRunning = false;
  /** What was started, newest last. */
  let started: ((graceMs: number) => unknown)[] = [];

  async function start(address: { port: number; host: string }): Promise<{ port: number }> {
    const neighbours = neighboursOf(definition, config);
    await extension.start?.({ ask: neighbours.ask, write: own.write });
    started.push(() => extension.stop?.());
    const metrics = createMetrics(name);
    relay = startRelay({ database, transport: config.transport, source: name, logger: config.log, onLag: metrics.setOutboxLag });
    started.push(relay.stop);
    const runtime = createRuntime(definition, config, { database, publications, relay, metrics, extension, ...neighbours });
    started.push(runtime.revocations.stop);
    const app = appOf(definition, runtime, extension, () => isRunning);
    const listener = await listen(app, address, definition.requestTimeoutMs);
    const consumer = startFollowing(definition, config, runtime);
    const onError = (error: unknown): void => config.log.warn({ err: error }, 'Old keys were not forgotten');
    started.push(() => consumer?.stop(), forgetOldKeys(database, onError), listener.drain);
    isRunning = true;
    return { port: listener.port };
  }

  /** Requests end first, then the background work. */
  async function stopStarted(graceMs = 0): Promise<void> {
    isRunning = false;
    const [drain, ...others] = started.toReversed();
    started = [];
    await drain?.(graceMs);
    await Promise.all(others.map((stop) => stop(graceMs)));
  }

  const own: Service = {
    name,
    database,
    migrate: () => database.migrate(),
    replay: () => replayRejected(definition, config, { database, publications }),
    write: (work) => writeAlone(definition, { database, publications, relay: { wake: () => relay?.wake() } }, config.clock(), work),
    start: (address) => start(address).catch((error: unknown) => stopStarted().then(() => Promise.reject(error))),
    stop: async (graceMs) => {
      await stopStarted(graceMs);
      await database.close();
    },
  };
  return own;
}

/** A write of the service itself: nobody asked for it. */
async function writeAlone(
  { name, constraints = {} }: Pick<ServiceDefinition<unknown, unknown>, 'name' | 'constraints'>,
  parts: Pick<Runtime, 'database' | 'publications' | 'relay'>,
  now: Date,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const effect = (tx: Transaction): Promise<Reply> => work(tx).then(noContent);
  await write({ name, constraints, ...parts }, { now, traceparent: undefined, principal: undefined, idempotent: undefined, effect });
}

const databaseOf = <Operations, Resources>(
  { name, entities, migrations }: ServiceDefinition<Operations, Resources>,
  { databaseUrl, poolSize, log }: ServiceConfig,
): Promise<Database> =>
  openDatabase({
    url: databaseUrl,
    entities,
    migrations: [...dataMigrations, ...messagingMigrations, ...httpMigrations, ...migrations],
    poolSize,
    applicationName: name,
    warn: (message) => log.debug({}, message),
    onHang: (message) => log.warn({}, message),
  });

/** How this service proves who it is to others, and asks those that it may ask. */
function neighboursOf<Operations, Resources>(
  { name, asks = [] }: ServiceDefinition<Operations, Resources>,
  { serviceSecret, serviceUrls, clock }: ServiceConfig,
): Pick<Runtime, 'tokens' | 'ask'> {
  const tokens = serviceTokens({ secret: serviceSecret, service: name, clock });
  const urls = Object.fromEntries(asks.map((service) => [service, instanceUrls(serviceUrls, service)]));
  return { tokens, ask: serviceCalls({ urls, tokens }) };
}

function createRuntime<Operations, Resources>(
  definition: ServiceDefinition<Operations, Resources>,
  config: ServiceConfig,
  parts: Pick<Runtime, 'database' | 'publications' | 'relay' | 'metrics' | 'tokens' | 'ask'> & { extension: Extension },
): Runtime {
  const { name, follows } = definition;
  const { issuer, serviceUrls, clock, log, validateResponses } = config;
  const { database, publications, relay, metrics, tokens, ask, extension } = parts;
  const { authority, dependencies = {} } = extension;
  const urlsOf = (service: string): readonly string[] => instanceUrls(serviceUrls, service);
  const identity = instancesOf(authority ? [] : urlsOf('identity'));
  return {
    name,
    document: definition.document as ApiDocument,
    database,
    resources: { ...definition.parents, ...(definition.resources as Record<string, Resource>) },
    publications,
    constraints: definition.constraints ?? {},
    relay,
    owners: owners({
      owners: Object.entries(follows).map(([service, types]) => ({ service, types, ask: instancesOf(urlsOf(service)) })),
      tokens,
      database,
      clock,
    }),
    ask,
    verifier: tokenVerifier({
      issuer,
      audience: issuer,
      clock,
      ...(authority ? { keys: authority.keys } : { identity }),
    }),
    revocations: revocationPoll({
      identity,
      serviceToken: () => tokens.issue('identity'),
      clock,
      onError: (error) => log.warn({ err: error }, 'Revocations could not be read'),
      ...(authority ? { read: authority.revocations } : {}),
    }),
    principals: principals({ query: database.query, clock }),
    tokens,
    metrics,
    log,
    clock,
    validateResponses,
    dependencies,
  };
}
