import { join } from 'node:path';
import type { AccessLog } from '@partner-ordering/http';
import type { OpenServiceKeys } from '@partner-ordering/service';
import type { Tracing } from '@partner-ordering/tracing';
import type { Logger } from 'pino';
import type { OpenCertificate } from './process/certificate.ts';

/** The configuration of the gateway. Only `main.ts` fills it from the environment. */
export interface GatewayConfig {
  /** Service name → base URLs of its instances, for instance `{ ordering: ['http://127.0.0.1:8103'] }`. */
  services: Readonly<Record<string, readonly string[]>>;
  /** `-pods` if the name `ordering-pods` has the address of each pod behind `http://ordering:8080`; undefined if no such names exist. */
  podsSuffix?: string | undefined;
  /** Public base URL, the `iss` of access tokens. */
  issuer: string;
  environment: 'production' | 'development' | 'test';
  /** Opens the keys of the services. The gateway calls identity with its own. */
  serviceKeys: OpenServiceKeys;
  /** The certificate for TLS; undefined if TLS ends in front of the gateway. */
  certificate?: OpenCertificate | undefined;
  /** Trusted proxies: addresses and CIDR ranges whose `X-Forwarded-For` counts. */
  trustedProxies?: readonly string[];
  /** Exact origins (`https://app.example`) that browsers may call from. */
  corsOrigins?: readonly string[];
  limits?: Partial<LimitConfig>;
  /** `redis://` or `rediss://` address of the counters that all instances share; without it each instance counts alone. */
  limitStoreUrl?: string | undefined;
  timeouts?: Partial<TimeoutConfig>;
  batch?: Partial<BatchConfig>;
  body?: Partial<BodyConfig>;
  slowClient?: Partial<Rate>;
  /** The console for browsers; undefined switches it off. */
  console?: PagesConfig | undefined;
  /** The documentation for partners at `/docs`; undefined for none. */
  docs?: PagesConfig | undefined;
  /** Whether people may try requests in the reference. */
  tryIt?: boolean;
  /** `mailto:` or `https:` address that takes reports of vulnerabilities; undefined for no `security.txt`. */
  securityContact?: string | undefined;
  /** By default every request has an access line. */
  accessLog?: AccessLog;
  /** Shows the figures of the process in the metrics. */
  showsProcess?: boolean;
}

/** Built pages for browsers that call the API. */
export interface PagesConfig {
  /** Folder of the built files. */
  folder: string;
  /** Origin that browsers send and fetch files at, `https://bucket.example`; undefined if the files service does that. */
  storageOrigin?: string | undefined;
}

/** The output folders of the builds of console and portal. */
export const consoleFolder = join(import.meta.dirname, '../../../console/dist');
export const portalFolder = join(import.meta.dirname, '../../../portal/dist');

/** 0 switches a limit off. The addresses of an IPv6 network (/64) count as one. */
export interface LimitConfig {
  /** Requests per minute of a user, or of an address for requests without a checked token. */
  requestsPerMinute: number;
  requestsPerMinuteOfApplication: number;
  requestsPerMinuteOfOrganization: number;
  /** Failed authentications of a client address per minute. */
  failedAuthenticationsPerMinute: number;
  /** Concurrent bodies over 64 KiB, or without a declared length, of a client address. */
  streamsPerAddress: number;
  /** Concurrent requests of a client address: one count for those with valid tokens, one for all others. */
  requestsAtOncePerAddress: number;
  /** Concurrent requests of a user, or of an application that acts for itself. */
  requestsAtOncePerUser: number;
  /** Open event streams and waiting answers of a user. */
  waitingPerUser: number;
  /** Open connections from an address that is not a trusted proxy. */
  connectionsPerAddress: number;
}

/** Minimum speed of a client that sends a body over 64 KiB or without a declared length, or reads an answer. */
export interface Rate {
  /** On average; 0 switches the limit off. */
  bytesPerSecond: number;
  /** Delay allowed at the beginning. */
  graceMs: number;
  /** Maximum delay that a fast client can save up. */
  mostMs: number;
}

/** Time limits for the bodies of requests. */
export interface BodyConfig extends Rate {
  /** For a whole small body; see `BatchConfig` for those of batches. */
  smallTimeoutMs: number;
  /** For a whole large body, at any speed. */
  wholeTimeoutMs: number;
}

/** Limits for the batches of an instance. */
export interface BatchConfig {
  /** Bytes of an answer to a batch. */
  maxBytes: number;
  /** Maximum batches at the same time; one user has one. */
  atOnce: number;
  /** Maximum waiting batches, and the time that they wait. */
  waiting: number;
  waitMs: number;
  /** Time for a batch's body to arrive once it has its slot. */
  bodyTimeoutMs: number;
  /** Time after the first action in which others may start. */
  beginWithinMs: number;
  /** Time for which a batch keeps its slot while others wait. */
  yieldAfterMs: number;
  /** Time for which a client may read nothing of the answer. */
  takeTimeoutMs: number;
}

export interface TimeoutConfig {
  /** Total time of all attempts to reach an instance of a service. */
  connectTimeoutMs: number;
  /** Time until the answer's head, and between two pieces of its body. */
  responseTimeoutMs: number;
  /** Time until the head of the answer to GET and HEAD, repeated or not, but for files, events and batches. */
  firstByteTimeoutMs: number;
  /** Interval between two looks at which instances are silent: four make one suspect, two more have others take its requests. */
  watchMs: number;
  /** Time for which the connection of a running request may be silent in both directions. */
  silenceTimeoutMs: number;
  /** Time for the TLS handshake of a new connection. */
  handshakeTimeoutMs: number;
  /** Interval between two checks for a new certificate. */
  checkMs: number;
  /** Time that a stop waits for requests in flight, including the time in which the gateway still accepts new ones. */
  stopTimeoutMs: number;
  /** Time for which `/readyz` fails before the port closes, so that a load balancer notices. */
  drainDelayMs: number;
}

/** Replacements for tests (time and log), and the target of traces. */
export interface GatewayDependencies {
  logger?: Logger;
  clock?: () => Date;
  /** The delay of a 429, which tests skip. */
  pause?: (ms: number) => Promise<unknown>;
  /** The caller closes it. */
  tracing?: Tracing | undefined;
}

export const defaultTimeouts: TimeoutConfig = {
  connectTimeoutMs: 1500,
  responseTimeoutMs: 30_000,
  firstByteTimeoutMs: 5_000,
  watchMs: 250,
  // Longer than the answer of a service, or the first action of a batch in its slot.
  silenceTimeoutMs: 60_000,
  handshakeTimeoutMs: 10_000,
  checkMs: 1_000,
  // A request of the last moment has 10 s, the total time of its calls.
  stopTimeoutMs: 15_000,
  drainDelayMs: 0,
};

/** Uploads may be large and connections slow. Services without uploads give up on a slow request much earlier. */
export const REQUEST_TIMEOUT_MS = 3_600_000;

export const defaultSlowClient: Rate = { bytesPerSecond: 1000, graceMs: 10_000, mostMs: 60_000 };

export const defaultBody: BodyConfig = { ...defaultSlowClient, smallTimeoutMs: 10_000, wholeTimeoutMs: REQUEST_TIMEOUT_MS };

export const defaultBatch: BatchConfig = {
  maxBytes: 10_000_000,
  atOnce: 4,
  waiting: 64,
  // Longer than the oldest batch keeps its slot.
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

/** 50 requests a second for a user, 200 for an organization, 1,000 for an application, shared by all of its users. */
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

/** Limits that protect clients from each other; they are no quota. Outside production they leave room for tests. */
export const defaultLimits = (environment: GatewayConfig['environment']): LimitConfig => ({
  ...atOnce,
  ...(environment === 'production' ? perMinute : perMinuteOutsideProduction),
});

/** Long enough for the longest documented `query`, percent-encoded; see `MAX_HEADER_BYTES` for the head as a whole. */
export const MAX_URL_LENGTH = 48 * 1024;
