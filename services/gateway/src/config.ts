import { join } from 'node:path';
import type { OpenServiceKeys } from '@partner-ordering/service';
import type { Tracing } from '@partner-ordering/tracing';
import type { Logger } from 'pino';
import type { OpenCertificate } from './process/certificate.ts';

/** What the gateway needs to know; only `main.ts` fills it from the environment. */
export interface GatewayConfig {
  /** Service name → base URLs of its instances, for instance `{ ordering: ['http://127.0.0.1:8103'] }`. */
  services: Readonly<Record<string, readonly string[]>>;
  /** Public base URL, the `iss` of access tokens. */
  issuer: string;
  environment: 'production' | 'development' | 'test';
  /** With which it asks identity for revoked sessions. */
  serviceKeys: OpenServiceKeys;
  /** What it shows over TLS; undefined where TLS ends in front of it. */
  certificate?: OpenCertificate | undefined;
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is believed. */
  trustedProxies?: readonly string[];
  /** Exact origins (`https://app.example`) that browsers may call from. */
  corsOrigins?: readonly string[];
  limits?: Partial<LimitConfig>;
  /** `redis://` or `rediss://`: where all instances count together; without it each counts for itself. */
  limitStoreUrl?: string | undefined;
  timeouts?: Partial<TimeoutConfig>;
  batch?: Partial<BatchConfig>;
  body?: Partial<BodyConfig>;
  slowClient?: Partial<Rate>;
  /** The console for browsers; undefined switches it off. */
  console?: ConsoleConfig | undefined;
  /** Adds Node's own figures to the metrics; off when several services share a process. */
  processMetrics?: boolean;
}

/** The console: pages for browsers that act with the API. */
export interface ConsoleConfig {
  /** Where its built files are. */
  folder: string;
  /** `https://bucket.example`: where browsers send and fetch files; undefined where the files service does that itself. */
  storageOrigin?: string | undefined;
}

/** Where its build puts it. */
export const consoleFolder = join(import.meta.dirname, '../../../console/dist');

/** 0 switches a limit off. The addresses of an IPv6 network (/64) count as one. */
export interface LimitConfig {
  /** Requests per minute of a user, or per address where there is no token or nobody checks it. */
  requestsPerMinute: number;
  /** Requests per minute with tokens of an application. */
  requestsPerMinuteOfApplication: number;
  /** Requests per minute of the members of an organization. */
  requestsPerMinuteOfOrganization: number;
  /** Failed authentications per client address and minute. */
  failedAuthenticationsPerMinute: number;
  /** Bodies of more than 64 KiB, or without a declared length, that a client address may send at the same time. */
  streamsPerAddress: number;
  /** Requests that a client address may have running at the same time: of those with valid tokens, and of all others. */
  requestsAtOncePerAddress: number;
  /** Requests that a user, or an application for itself, may have running at the same time. */
  requestsAtOncePerUser: number;
  /** Streams of events, and answers that wait for one, that a user may have open at the same time. */
  waitingPerUser: number;
  /** Open connections from an address that is not a trusted proxy. */
  connectionsPerAddress: number;
}

/** How fast a client has to send a body over 64 KiB or without a declared length, and to take an answer. */
export interface Rate {
  /** On average; 0 switches the limit off. */
  bytesPerSecond: number;
  /** How long it may be late at the beginning. */
  graceMs: number;
  /** How long it may be late at most, however fast it was before. */
  mostMs: number;
}

/** How long the bodies of requests may take to arrive. */
export interface BodyConfig extends Rate {
  /** For the whole of a small body; see `BatchConfig` for those of batches. */
  smallTimeoutMs: number;
  /** For the whole of a large one, however fast it is. */
  wholeTimeoutMs: number;
}

/** What batches may take of this instance. */
export interface BatchConfig {
  /** Bytes of an answer to a batch. */
  maxBytes: number;
  /** How many batches run at the same time; of one user it is one. */
  atOnce: number;
  /** How many wait for their turn, and for how long. */
  waiting: number;
  waitMs: number;
  /** How long a batch's body may take to arrive once it is its turn. */
  bodyTimeoutMs: number;
  /** How long after the first action others begin. */
  beginWithinMs: number;
  /** How long a batch has its slot while others wait for one. */
  yieldAfterMs: number;
  /** How long a client may take nothing of the answer. */
  takeTimeoutMs: number;
}

export interface TimeoutConfig {
  /** All attempts to reach any instance of a service, together. */
  connectTimeoutMs: number;
  /** Until the answer's head, and between two pieces of its body. */
  responseTimeoutMs: number;
  /** How long the connection of a running request may be silent: nothing arrives, and the client takes nothing of the answer. */
  silenceTimeoutMs: number;
  /** Until a new connection has agreed on TLS. */
  handshakeTimeoutMs: number;
  /** How often it is seen whether there is another certificate. */
  checkMs: number;
  /** How long a stop waits for requests in flight, the time in which it still takes new ones included. */
  stopTimeoutMs: number;
  /** How long `/readyz` already says no before the port closes: the time a load balancer needs to notice. */
  drainDelayMs: number;
}

/** What tests replace: time and log; and where traces go. */
export interface GatewayDependencies {
  logger?: Logger;
  clock?: () => Date;
  /** How a 429 is delayed; tests do not wait. */
  pause?: (ms: number) => Promise<unknown>;
  /** Whoever gives it closes it. */
  tracing?: Tracing | undefined;
}

export const defaultTimeouts: TimeoutConfig = {
  connectTimeoutMs: 1500,
  responseTimeoutMs: 30_000,
  // Longer than a service, or the turn of a batch and its first action, takes to answer.
  silenceTimeoutMs: 60_000,
  handshakeTimeoutMs: 10_000,
  checkMs: 1_000,
  // A request of the last moment has the 10 s that all its calls may take together.
  stopTimeoutMs: 15_000,
  drainDelayMs: 0,
};

/** Uploads may be large and connections slow. Services that take no files give up on a slow request much earlier. */
export const REQUEST_TIMEOUT_MS = 3_600_000;

export const defaultSlowClient: Rate = { bytesPerSecond: 1000, graceMs: 10_000, mostMs: 60_000 };

export const defaultBody: BodyConfig = { ...defaultSlowClient, smallTimeoutMs: 10_000, wholeTimeoutMs: REQUEST_TIMEOUT_MS };

export const defaultBatch: BatchConfig = {
  maxBytes: 10_000_000,
  atOnce: 4,
  waiting: 64,
  // Longer than the oldest one keeps its slot.
  waitMs: 20_000,
  bodyTimeoutMs: 60_000,
  beginWithinMs: 30_000,
  yieldAfterMs: 15_000,
  takeTimeoutMs: 60_000,
};

const atOnce = {
  streamsPerAddress: 128,
  requestsAtOncePerAddress: 256,
  requestsAtOncePerUser: 64,
  waitingPerUser: 64,
  connectionsPerAddress: 512,
};

/** 50 requests a second of a user, 200 of an organization, 1,000 of an application, which all of its users share. */
const perMinute = {
  requestsPerMinute: 3_000,
  requestsPerMinuteOfApplication: 60_000,
  requestsPerMinuteOfOrganization: 12_000,
  failedAuthenticationsPerMinute: 120,
};

const perMinuteOutsideProduction: typeof perMinute = {
  requestsPerMinute: 1_000_000,
  requestsPerMinuteOfApplication: 1_000_000,
  requestsPerMinuteOfOrganization: 1_000_000,
  failedAuthenticationsPerMinute: 100_000,
};

/** Meant to keep clients from hurting each other, not as a quota. Outside production there is room for tests. */
export const defaultLimits = (environment: GatewayConfig['environment']): LimitConfig => ({
  ...atOnce,
  ...(environment === 'production' ? perMinute : perMinuteOutsideProduction),
});

/** Long enough for the longest documented `query`, percent-encoded; see `MAX_HEADER_BYTES` for the head as a whole. */
export const MAX_URL_LENGTH = 48 * 1024;
