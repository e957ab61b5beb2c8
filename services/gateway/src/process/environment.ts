import {
  accessLog,
  baseUrl,
  logLevel,
  readConsole,
  readServiceKeys,
  readTryIt,
  readVariables,
  serviceKeyNames,
  serviceKeyVariables,
  wholeNumber,
  withSecretFiles,
} from '@partner-ordering/service';
import { byService, serviceNames, urlVariable } from '@partner-ordering/kernel';
import { makeValidator, port, str } from 'envalid';
import { consoleFolder, defaultLimits, portalFolder, type GatewayConfig, type LimitConfig } from '../config.ts';
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

const contact = makeValidator((text) => {
  if (/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)?$/.test(text)) return text;
  throw new Error('must be an address such as mailto:security@example.com, or https://…');
});

const limitVariables: Readonly<Record<keyof LimitConfig, string>> = {
  requestsPerMinute: 'RATE_LIMIT_PER_MINUTE',
  requestsPerMinuteOfApplication: 'APPLICATION_RATE_LIMIT_PER_MINUTE',
  requestsPerMinuteOfOrganization: 'ORGANIZATION_RATE_LIMIT_PER_MINUTE',
  failedAuthenticationsPerMinute: 'FAILED_AUTHENTICATIONS_PER_MINUTE',
  streamsPerAddress: 'STREAMS_PER_ADDRESS',
  requestsAtOncePerAddress: 'REQUESTS_AT_ONCE_PER_ADDRESS',
  requestsAtOncePerUser: 'REQUESTS_AT_ONCE_PER_USER',
  waitingPerUser: 'WAITING_PER_USER',
  connectionsPerAddress: 'CONNECTIONS_PER_ADDRESS',
};

const limitFields = Object.entries(limitVariables) as [keyof LimitConfig, string][];

/** Reads the gateway's configuration. Throws an Error of one line that names every wrong or missing variable. */
export function readEnvironment(environment: NodeJS.ProcessEnv) {
  const limits = defaultLimits(['development', 'test'].includes(environment['NODE_ENV'] ?? '') ? 'development' : 'production');
  const env = readVariables(withSecretFiles(environment, [...serviceKeyNames, 'RATE_LIMIT_STORE_URL']), {
    NODE_ENV: str({ choices: ['production', 'development', 'test'], default: 'production' }),
    HOST: str({ default: '127.0.0.1' }),
    PORT: port({ default: 8080 }),
    METRICS_PORT: port({ default: undefined }),
    LOG_LEVEL: logLevel('info'),
    ACCESS_LOG: accessLog({ default: 1 }),
    ISSUER: baseUrl({ desc: 'Public base URL' }),
    ...serviceKeyVariables,
    TRUSTED_PROXIES: list({ default: [] }),
    CORS_ORIGINS: list({ default: [] }),
    ...Object.fromEntries(limitFields.map(([field, name]) => [name, limit({ default: limits[field] })])),
    RATE_LIMIT_STORE_URL: storeUrl({ default: undefined }),
    STORAGE_ORIGIN: baseUrl({ default: '' }),
    SECURITY_CONTACT: contact({ default: '' }),
    DRAIN_DELAY_MS: wholeNumber(0, 600_000)({ default: 0 }),
    ...Object.fromEntries(serviceNames.map((name) => [urlVariable(name), list({ default: [], desc: 'Instances, separated by commas' })])),
    PODS_SUFFIX: str({ default: undefined }),
  });
  const certificate = readCertificate(environment);
  if (certificate && !env.ISSUER.startsWith('https:')) throw new Error('ISSUER: must begin with https:, as TLS_CERT_FILE is given');
  const hasConsole = readConsole(environment, env.ISSUER) !== undefined;
  const storageOrigin = originOf(env.STORAGE_ORIGIN);
  const values = env as Readonly<Record<string, unknown>>;
  const config: GatewayConfig = {
    services: byService((name) => values[urlVariable(name)] as readonly string[]),
    podsSuffix: env.PODS_SUFFIX,
    issuer: env.ISSUER,
    environment: env.NODE_ENV,
    serviceKeys: readServiceKeys('gateway', environment),
    certificate,
    trustedProxies: env.TRUSTED_PROXIES,
    corsOrigins: env.CORS_ORIGINS,
    limits: Object.fromEntries(limitFields.map(([field, name]) => [field, Number(values[name])])),
    limitStoreUrl: env.RATE_LIMIT_STORE_URL,
    console: hasConsole ? { folder: consoleFolder, storageOrigin } : undefined,
    docs: { folder: portalFolder, storageOrigin },
    tryIt: readTryIt(environment) !== 'off',
    securityContact: env.SECURITY_CONTACT || undefined,
    timeouts: { drainDelayMs: env.DRAIN_DELAY_MS },
    accessLog: env.ACCESS_LOG,
    showsProcess: true,
  };
  return { config, host: env.HOST, port: env.PORT, metricsPort: env.METRICS_PORT, logLevel: env.LOG_LEVEL };
}

const originOf = (url: string): string | undefined => (url === '' ? undefined : new URL(url).origin);
