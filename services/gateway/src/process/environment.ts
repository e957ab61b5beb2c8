import {
  baseUrl,
  logLevel,
  readServiceKeys,
  readVariables,
  serviceKeyNames,
  serviceKeyVariables,
  wholeNumber,
  withSecretFiles,
} from '@partner-ordering/http';
import { byService, serviceNames, urlVariable } from '@partner-ordering/kernel';
import { makeValidator, port, str } from 'envalid';
import { defaultBatch, defaultBody, defaultLimits, defaultSlowClient } from '../config.ts';
import type { GatewayConfig, LimitConfig } from '../config.ts';
import { readCertificate } from './certificate.ts';

const list = makeValidator((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

const limit = wholeNumber(0, 1_000_000_000);

const storeUrl = makeValidator((text) => {
  if (!/^rediss?:$/.test(URL.parse(text)?.protocol ?? '')) throw new Error('must be redis://user:password@host:port or rediss://…');
  return text;
});

const limitVariables = (limits: LimitConfig) => ({
  RATE_LIMIT_PER_MINUTE: limit({ default: limits.requestsPerMinute }),
  APPLICATION_RATE_LIMIT_PER_MINUTE: limit({ default: limits.requestsPerMinuteOfApplication }),
  ORGANIZATION_RATE_LIMIT_PER_MINUTE: limit({ default: limits.requestsPerMinuteOfOrganization }),
  FAILED_AUTHENTICATIONS_PER_MINUTE: limit({ default: limits.failedAuthenticationsPerMinute }),
  STREAMS_PER_ADDRESS: limit({ default: limits.streamsPerAddress }),
  REQUESTS_AT_ONCE_PER_ADDRESS: limit({ default: limits.requestsAtOncePerAddress }),
  REQUESTS_AT_ONCE_PER_USER: limit({ default: limits.requestsAtOncePerUser }),
  WAITING_PER_USER: limit({ default: limits.waitingPerUser }),
  CONNECTIONS_PER_ADDRESS: limit({ default: limits.connectionsPerAddress }),
});

const limitsOf = (env: Readonly<Record<keyof ReturnType<typeof limitVariables>, number>>): LimitConfig => ({
  requestsPerMinute: env.RATE_LIMIT_PER_MINUTE,
  requestsPerMinuteOfApplication: env.APPLICATION_RATE_LIMIT_PER_MINUTE,
  requestsPerMinuteOfOrganization: env.ORGANIZATION_RATE_LIMIT_PER_MINUTE,
  failedAuthenticationsPerMinute: env.FAILED_AUTHENTICATIONS_PER_MINUTE,
  streamsPerAddress: env.STREAMS_PER_ADDRESS,
  requestsAtOncePerAddress: env.REQUESTS_AT_ONCE_PER_ADDRESS,
  requestsAtOncePerUser: env.REQUESTS_AT_ONCE_PER_USER,
  waitingPerUser: env.WAITING_PER_USER,
  connectionsPerAddress: env.CONNECTIONS_PER_ADDRESS,
});

/** Where the gateway listens, and how it works. */
export interface GatewayEnvironment {
  config: GatewayConfig;
  host: string;
  port: number;
  /** Where metrics are served; undefined when nowhere. */
  metricsPort: number | undefined;
  logLevel: string;
}

/** Reads the gateway's configuration. Throws an Error of one line that names every wrong or missing variable. */
export function readEnvironment(environment: NodeJS.ProcessEnv): GatewayEnvironment {
  const limits = defaultLimits(environment['NODE_ENV'] === 'production' ? 'production' : 'development');
  const env = readVariables(withSecretFiles(environment, [...serviceKeyNames, 'RATE_LIMIT_STORE_URL']), {
    NODE_ENV: str({ choices: ['production', 'development', 'test'], default: 'production' }),
    HOST: str({ default: '127.0.0.1' }),
    PORT: port({ default: 8080 }),
    METRICS_PORT: port({ default: undefined }),
    LOG_LEVEL: logLevel('info'),
    ISSUER: baseUrl({ desc: 'Public base URL' }),
    ...serviceKeyVariables,
    TRUSTED_PROXIES: list({ default: [] }),
    CLIENT_TRACES: str({ choices: ['link', 'follow'], default: 'link' }),
    CORS_ORIGINS: list({ default: [] }),
    ...limitVariables(limits),
    RATE_LIMIT_STORE_URL: storeUrl({ default: undefined }),
    BODY_BYTES_PER_SECOND: wholeNumber(0, 1_000_000)({ default: defaultBody.bytesPerSecond }),
    ANSWER_BYTES_PER_SECOND: wholeNumber(0, 1_000_000)({ default: defaultSlowClient.bytesPerSecond }),
    BATCH_BYTES: wholeNumber(1_000_000, 100_000_000)({ default: defaultBatch.maxBytes }),
    BATCHES_AT_ONCE: wholeNumber(1, 100)({ default: defaultBatch.atOnce }),
    DRAIN_DELAY_MS: wholeNumber(0, 600_000)({ default: 0 }),
    ...Object.fromEntries(serviceNames.map((name) => [urlVariable(name), list({ default: [], desc: 'Instances, separated by commas' })])),
  });
  const certificate = readCertificate(environment);
  if (certificate && !env.ISSUER.startsWith('https:')) throw new Error('ISSUER: must begin with https:, as TLS_CERT_FILE is given');
  const values = env as unknown as Record<string, readonly string[]>;
  const config: GatewayConfig = {
    services: byService((name) => values[urlVariable(name)] ?? []),
    issuer: env.ISSUER,
    environment: env.NODE_ENV,
    serviceKeys: readServiceKeys('gateway', environment),
    certificate,
    trustedProxies: env.TRUSTED_PROXIES,
    followsClientTraces: env.CLIENT_TRACES === 'follow',
    corsOrigins: env.CORS_ORIGINS,
    limits: limitsOf(env),
    limitStoreUrl: env.RATE_LIMIT_STORE_URL,
    body: { bytesPerSecond: env.BODY_BYTES_PER_SECOND },
    slowClient: { bytesPerSecond: env.ANSWER_BYTES_PER_SECOND },
    batch: { maxBytes: env.BATCH_BYTES, atOnce: env.BATCHES_AT_ONCE },
    timeouts: { drainDelayMs: env.DRAIN_DELAY_MS },
    processMetrics: true,
  };
  return { config, host: env.HOST, port: env.PORT, metricsPort: env.METRICS_PORT, logLevel: env.LOG_LEVEL };
}
