import express, { type Express } from 'express';
import { principals, revocationPoll, serviceTokens, tokenVerifier } from '@partner-ordering/auth';
import { dataMigrations, openDatabase, type Resource, type Transaction } from '@partner-ordering/data';
import {
  messagingMigrations,
  recordEvents,
  startConsumer,
  startRelay,
  type Consumer,
  type Handler,
  type Relay,
} from '@partner-ordering/messaging';
import type { ApiDocument } from './document.ts';
import { errorHandler } from './errors.ts';
import { fallback } from './fallback.ts';
import { forgetOldKeys, httpMigrations } from './idempotency.ts';
import { intake } from './intake.ts';
import { internalRouter } from './internal.ts';
import { listen } from './listener.ts';
import { createMetrics } from './metrics.ts';
import { owners } from './owners.ts';
import { Publications } from './publications.ts';
import { routeBuilder } from './routes.ts';
import { noContent, type Reply } from './replies.ts';
import type { Runtime } from './runtime.ts';
import type { EventHandlers, Extension, Service, ServiceConfig, ServiceDefinition } from './service-definition.ts';
import { write } from './write.ts';

/** Puts a service together; nothing runs before `start`. */
export async function createService<Operations, Resources>(
  definition: ServiceDefinition<Operations, Resources>,
  config: ServiceConfig,
): Promise<Service> {
  const { name } = definition;
  const database = await openDatabase({
    url: config.databaseUrl,
    entities: definition.entities,
    migrations: [...dataMigrations, ...messagingMigrations, ...httpMigrations, ...definition.migrations],
    poolSize: config.poolSize,
    applicationName: name,
    warn: (message) => config.log.debug({ service: name }, message),
  });
  const publications = new Publications(definition.states);
  database.orm.em.getEventManager().registerSubscriber(publications);
  const extension = definition.extend?.(database) ?? {};
  let relay: Relay | undefined;
  let isRunning = false;
  /** What was started, newest last. */
  let started: (() => unknown)[] = [];

  async function start(address: { port: number; host: string }): Promise<{ port: number }> {
    await extension.start?.();
    started.push(() => extension.stop?.());
    const metrics = createMetrics(name);
    relay = startRelay({ database, transport: config.transport, source: name, logger: config.log, onLag: metrics.setOutboxLag });
    started.push(relay.stop);
    const runtime = createRuntime(definition, config, { database, publications, relay, metrics, extension });
    started.push(runtime.revocations.stop);
    const app = appOf(definition, runtime, extension, () => isRunning);
    const listener = await listen(app, address);
    const consumer = startFollowing(definition, config, runtime);
    const onError = (error: unknown): void => config.log.warn({ err: error, service: name }, 'Old keys were not forgotten');
    started.push(() => consumer?.stop(), forgetOldKeys(database, onError), listener.drain);
    isRunning = true;
    return { port: listener.port };
  }

  /** Requests first, then what works in the background. */
  async function stopStarted(): Promise<void> {
    isRunning = false;
    const [drain, ...others] = started.toReversed();
    started = [];
    await drain?.();
    await Promise.all(others.map((stop) => stop()));
  }

  return {
    name,
    database,
    migrate: () => database.migrate(),
    write: async (work) => {
      const effect = async (tx: Transaction): Promise<Reply> => work(tx).then(noContent);
      const runtime = { name, database, publications, constraints: definition.constraints ?? {}, relay: { wake: () => relay?.wake() } };
      await write(runtime, { now: config.clock(), traceparent: undefined, principal: undefined, idempotent: undefined, effect });
    },
    start: (address) => start(address).catch((error: unknown) => stopStarted().then(() => Promise.reject(error))),
    stop: async () => {
      await stopStarted();
      await database.close();
    },
  };
}

/** Keeps the replicas of what other services publish; a service that follows nobody has no consumer. */
function startFollowing<Operations, Resources>(
  { follows, handlers = {} }: ServiceDefinition<Operations, Resources>,
  { transport, clock, log }: ServiceConfig,
  { name, database, publications, relay }: Runtime,
): Consumer | undefined {
  const follow = Object.keys(follows).map((service) => `${service}.state`);
  if (follow.length === 0) return undefined;
  return startConsumer({
    database,
    transport,
    group: name,
    follow,
    types: Object.values(follows).flat(),
    handlers: publishing(handlers, { name, publications, clock }),
    onCommitted: relay.wake,
    logger: log,
  });
}

/** What a handler changes is published like what an operation changes. */
function publishing(
  handlers: EventHandlers,
  { name, publications, clock }: { name: string; publications: Publications; clock: () => Date },
): EventHandlers {
  const wrap =
    (handler: Handler<unknown>): Handler<unknown> =>
    async (event, tx) => {
      await handler(event, tx);
      await tx.em.flush();
      await recordEvents(tx, name, await publications.collect(tx, []), { now: clock(), traceparent: event.traceparent });
    };
  return Object.fromEntries(Object.entries(handlers).map(([type, handler]) => [type, wrap(handler as Handler<unknown>)]));
}

function createRuntime<Operations, Resources>(
  definition: ServiceDefinition<Operations, Resources>,
  config: ServiceConfig,
  parts: Pick<Runtime, 'database' | 'publications' | 'relay' | 'metrics'> & { extension: Extension },
): Runtime {
  const { name, follows } = definition;
  const { issuer, serviceUrls, clock, log, validateResponses } = config;
  const identityUrl = serviceUrls['identity'] ?? '';
  const tokens = serviceTokens({ secret: config.serviceSecret, service: name, clock });
  const { database, publications, relay, metrics, extension } = parts;
  const { authority, dependencies = {} } = extension;
  return {
    name,
    document: definition.document as ApiDocument,
    database,
    resources: { ...definition.parents, ...(definition.resources as Record<string, Resource>) },
    publications,
    constraints: definition.constraints ?? {},
    relay,
    owners: owners({
      owners: Object.entries(follows).map(([service, types]) => ({ service, types, url: serviceUrls[service] ?? '' })),
      tokens,
      database,
      clock,
    }),
    verifier: tokenVerifier({
      issuer,
      audience: issuer,
      clock,
      ...(authority ? { keys: authority.keys } : { jwksUrl: `${identityUrl}/.well-known/jwks.json` }),
    }),
    revocations: revocationPoll({
      identityUrl,
      serviceToken: () => tokens.issue('identity'),
      clock,
      onError: (error) => log.warn({ err: error, service: name }, 'Revocations could not be read'),
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

function appOf<Operations, Resources>(
  definition: ServiceDefinition<Operations, Resources>,
  runtime: Runtime,
  extension: Extension,
  isRunning: () => boolean,
): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.get('/livez', (_request, response) => void response.type('text').send('ok'));
  app.get(
    '/readyz',
    (_request, response) =>
      void readiness(runtime, isRunning).then(({ status, reason }) => response.status(status).type('text').send(reason)),
  );
  app.get(
    '/metrics',
    (_request, response, next) => void runtime.metrics.registry.metrics().then((text) => response.type('text').send(text), next),
  );
  app.use(intake(runtime.log));
  app.use('/internal', internalRouter(runtime, extension.internal ?? {}));
  app.use(definition.createRouter(definition.operations, definition.resources, routeBuilder(runtime)));
  app.use(fallback(runtime.document));
  app.use(errorHandler(runtime.log, runtime.constraints));
  return app;
}

/** Ready: running, the database answers, and the revoked sessions are known. */
async function readiness({ database, revocations }: Runtime, isRunning: () => boolean): Promise<{ status: number; reason: string }> {
  if (!isRunning()) return { status: 503, reason: 'not running' };
  if (revocations.stalenessMs() > 60_000) return { status: 503, reason: 'revocations are not known' };
  return database.ping().then(
    () => ({ status: 200, reason: 'ready' }),
    () => ({ status: 503, reason: 'the database does not answer' }),
  );
}
