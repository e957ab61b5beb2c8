import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { IDENTITY_UNKNOWN } from '@partner-ordering/auth';
import { drainOf, listenOn } from '@partner-ordering/service';
import { plainLines, watchRevocations } from '@partner-ordering/http';
import { pino } from 'pino';
import { type Document, secretOperations } from '@partner-ordering/openapi';
import * as generated from '../generated/routes.ts';
import { openTokenCheck, type TokenCheck } from './request/authentication.ts';
import { runBatch, type BatchOptions } from './own/batch.ts';
import {
  consoleFolder,
  defaultBatch,
  defaultBody,
  defaultLimits,
  defaultSlowClient,
  defaultTimeouts,
  type BatchConfig,
  type GatewayConfig,
  type GatewayDependencies,
} from './config.ts';
import { accountPages } from './console/account-pages.ts';
import { openConsole } from './console/console.ts';
import { browserTokens } from './console/tokens.ts';
import { docsPages, referenceSettings, type DocsPages } from './own/docs.ts';
import { SlowClientTimeout } from './exchange/body.ts';
import type { Route } from './exchange/exchange.ts';
import { schemeOf } from './exchange/headers.ts';
import { senderReader } from './exchange/sender.ts';
import { createConcurrencyLimits } from './request/concurrency.ts';
import { createMetrics, healthPages, watchOrganizations } from './request/health.ts';
import { openLimitStore } from './request/limit-store.ts';
import { createLifecycle, REFUSAL_DELAY_MS, type LifecycleOptions, type Page } from './request/lifecycle.ts';
import { createRateLimits, cachedOrganizations } from './request/rate-limits.ts';
import { textFiles } from './own/text-files.ts';
import { ownOperations, type OwnOperationsOptions } from './own/own-operations.ts';
import { createRouter, withRootAliases } from './request/routing.ts';
import { WaitingAnswers } from './request/waiting.ts';
import { admission, openServer } from './process/server.ts';
import { openUpstreams } from './upstream/upstream.ts';

export type { GatewayConfig, GatewayDependencies, LimitConfig, TimeoutConfig } from './config.ts';
export { readEnvironment } from './process/environment.ts';
export type { Route } from './exchange/exchange.ts';
export type { TokenCheck } from './request/authentication.ts';

/** The documents, and what checks tokens. The defaults are the generated files and identity. */
export interface GatewayContract {
  routes: readonly Route[];
  /** The bundle of all documents as JSON text. */
  document: string;
  querySchema: unknown;
  tokens: TokenCheck;
}

export interface Gateway {
  /** Resolves with the port; 0 takes any free one. Rejects when the port is in use. */
  listen(port: number, host: string): Promise<{ port: number }>;
  /** Whether it takes requests, as `/readyz` says. */
  isReady(): boolean;
  /** The metrics of the gateway, in the text format of Prometheus. */
  metrics(): Promise<string>;
  /** Says "not ready", takes no more connections, finishes the requests in flight, then closes; see `IDLE_GRACE_MS`. */
  close(graceMs?: number): Promise<void>;
}

/** Composition root of the gateway. Throws when a route's service has no address. */
export async function createGateway(
  config: GatewayConfig,
  dependencies: GatewayDependencies = {},
  contract: Partial<GatewayContract> = {},
): Promise<Gateway> {
  const { logger = pino({ level: 'warn' }), clock, pause = sleep, tracing } = dependencies;
  const documents = await readContract(contract);
  const nowMs = performance.now.bind(performance);
  const timeouts = { ...defaultTimeouts, ...config.timeouts };
  const onError = (error: unknown): void => logger.warn({ err: error }, 'Identity did not answer');
  const tokenOptions = { identityUrls: config.services['identity'] ?? [config.issuer], issuer: config.issuer, clock, onError };
  const tokens =
    contract.tokens ??
    openTokenCheck({ ...tokenOptions, keys: config.serviceKeys((err) => logger.warn({ err }, 'The keys were not taken over')) });
  const [state, waiting] = [{ ready: false, draining: false }, new WaitingAnswers()];
  tokens.ready.then(() => (state.ready = !state.draining), onError);

  const store = config.limitStoreUrl === undefined ? undefined : await openLimitStore(config.limitStoreUrl, logger, nowMs);
  const organizationsOf = cachedOrganizations((user) => tokens.organizationsOf(user), nowMs);
  const batch = { ...defaultBatch, ...config.batch };
  const limitOptions = { config: { ...defaultLimits(config.environment), ...config.limits }, batch, nowMs, organizationsOf };
  const limits = { ...createRateLimits({ ...limitOptions, counterOf: store?.counterOf }), ...createConcurrencyLimits(limitOptions) };
  const certificate = config.certificate?.((err) => logger.warn({ err }, 'The certificate was not taken over'));
  const metrics = createMetrics(config.showsProcess ?? false, () => state.ready, certificate && (() => certificate().expiresAt));
  const upstreams = openUpstreams(config, documents.routes, { timeouts, nowMs, metrics });
  watchRevocations(metrics.registry, tokens.revocationsAgeMs);
  watchOrganizations(metrics.registry, limits.busiestOrganizations);
  const slowClients = new SlowClientTimeout({ ...defaultSlowClient, ...config.slowClient }, nowMs);
  const observed = { upstreams, limits, metrics, logger, slowClients, waiting };
  const handle = createLifecycle(lifecycleOf({ config, documents, tokens, batch, nowMs, clock, pause, state, tracing, ...observed }));
  const server = openServer(handle, { ...timeouts, admit: admission(config, limits, metrics), certificate });
  const drain = drainOf(server, timeouts.stopTimeoutMs);

  const stop = async (graceMs?: number): Promise<void> => {
    Object.assign(state, { ready: false, draining: true });
    waiting.drain();
    if (server.listening) {
      await sleep(timeouts.drainDelayMs);
      await drain(graceMs);
    }
    for (const part of [tokens, slowClients]) part.stop();
    store?.close();
    await Promise.all([...upstreams.values()].map((upstream) => upstream.close()));
  };
  let stopped: Promise<void> | undefined;
  return {
    listen: (port, host) => listenOn(server, { port, host }),
    isReady: () => state.ready,
    metrics: metrics.text,
    close: (graceMs) => (stopped ??= stop(graceMs)),
  };
}

interface LifecycleParts extends Pick<LifecycleOptions, 'upstreams' | 'limits' | 'metrics' | 'logger' | 'slowClients' | 'waiting'> {
  config: GatewayConfig;
  documents: Omit<GatewayContract, 'tokens'>;
  tokens: TokenCheck;
  batch: BatchConfig;
  nowMs: () => number;
  clock: GatewayDependencies['clock'];
  pause: NonNullable<GatewayDependencies['pause']>;
  tracing: GatewayDependencies['tracing'];
  state: { ready: boolean; draining: boolean };
}

function lifecycleOf({
  config,
  documents,
  tokens,
  batch,
  nowMs,
  clock,
  pause,
  tracing,
  state,
  ...observed
}: LifecycleParts): LifecycleOptions {
  const { limits, logger } = observed;
  const isTls = config.certificate !== undefined;
  const traces = tracing && { tracing, scheme: schemeOf({ isTls }) };
  const router = createRouter(withRootAliases(documents.routes));
  const delayRefusal = () => pause(REFUSAL_DELAY_MS * (0.5 + Math.random()));
  const browsers = { issuer: config.issuer, tokens: browserTokens(tokens, nowMs), limits, delayRefusal };
  const console = openConsole(config.console, browsers, logger);
  const docs = docsPages(config.docs, config.issuer, logger);
  const docsUrl = `${config.issuer}/docs/operations`;
  const own = { issuer: config.issuer, isConsoleOn: console !== undefined };
  const parts = { ...documents, ...observed, ...own, router, tokens, docsUrl, batch };
  return {
    ...observed,
    router,
    console,
    docs,
    ownPages: ownPages(parts),
    pages: fixedPages({ config, tokens, state, clock, logger }, docs),
    // The results of a batch may be anything.
    secretOperations: secretOperations(JSON.parse(documents.document) as Document).add('runBatch'),
    docsUrl,
    policy: {
      corsOrigins: new Set(config.corsOrigins ?? []),
      state,
      isTls,
      limitsOf: limits.headersOf,
      delayRefusal,
    },
    bodies: { ...defaultBody, ...config.body, nowMs },
    exchange: { nowMs, traces, senderOf: senderReader(config.trustedProxies ?? []) },
    tokens,
    requestLog: plainLines(logger),
    accessLog: config.accessLog ?? 1,
  };
}

type PagesParts = Pick<LifecycleParts, 'config' | 'tokens' | 'state' | 'clock' | 'logger'>;

/** By path: the pages that are not in the documents. */
function fixedPages({ config, tokens, state, clock, logger }: PagesParts, docs: DocsPages | undefined): LifecycleOptions['pages'] {
  const whyNotReady = (): string | undefined => {
    if (tokens.revocationsAgeMs() === Infinity) return IDENTITY_UNKNOWN;
    return state.ready ? undefined : 'it does not run, or drains';
  };
  const pages: Record<string, Page> = {
    ...referenceSettings(config.tryIt ?? false),
    ...textFiles(config, docs, clock?.() ?? new Date()),
    ...accountPages(config.console?.folder ?? consoleFolder, logger),
    ...healthPages(whyNotReady),
  };
  return new Map(Object.entries(pages));
}

type OwnParts = Omit<BatchOptions, 'operations'> & OwnOperationsOptions;

/** The gateway's own operations, by operationId. */
function ownPages(parts: OwnParts): LifecycleOptions['ownPages'] {
  const operations = ownOperations(parts);
  const pages: Map<string, Page> = new Map([['runBatch', runBatch({ ...parts, operations })]]);
  for (const [name, operation] of Object.entries(operations))
    pages.set(name, ({ request, path, query }) => operation({ headers: request.headers, path, query }));
  return pages;
}

/** The generated contract with the overrides. */
async function readContract(overrides: Partial<GatewayContract>): Promise<Omit<GatewayContract, 'tokens'>> {
  const { routes, querySchema } = { ...generated, ...overrides };
  const document = overrides.document ?? (await readFile(new URL('../generated/openapi.json', import.meta.url), 'utf8'));
  return { routes, querySchema, document };
}
