import { verifyingServer } from '@partner-ordering/data';
import { serviceNames, urlVariable, type ServiceName } from '@partner-ordering/kernel';
import { openTracing, type Tracing } from '@partner-ordering/tracing';
import type { AccessLog } from '@partner-ordering/http';
import { bool, port, str } from 'envalid';
import type { Logger } from 'pino';
import { messagingVariables, readMessaging } from './messaging-environment.ts';
import { readServiceKeys, serviceKeyNames, serviceKeyVariables } from './service-keys.ts';
import {
  accessLog,
  baseUrl,
  isProductionIn,
  logLevel,
  postgresUrl,
  readVariables,
  variableReader,
  wholeNumber,
  withSecretFiles,
} from './variables.ts';

/** The configuration of a service; docs/operators/configuration.md has the table. */
export type ServiceEnvironment = ReturnType<typeof readServiceEnvironment>;

/** These may also come from a file, by the variable with `_FILE` appended. */
const secretNames = ['DATABASE_URL', 'DATABASE_PASSWORD', 'KAFKA_PASSWORD', ...serviceKeyNames];

/** Random text of at least 32 characters has more distinct ones in any alphabet. */
const MIN_DIFFERENT_CHARACTERS = 10;
const exampleSecret = /example|change.?me|secret|password|development|insecure|default/i;
const commonPasswords = new Set(['postgres', 'password', 'secret', 'admin', 'changeme', 'example', 'test', 'demo']);

/** Reads and checks the variables of a service. Throws a one-line Error that names every missing or wrong variable. */
export function readServiceEnvironment(name: ServiceName, environment: NodeJS.ProcessEnv) {
  const variables = withSecretFiles(environment, secretNames);
  const isProduction = isProductionIn(variables);
  const env = readVariables(variables, {
    NODE_ENV: str({ choices: ['production', 'development', 'test'], default: 'development' }),
    HOST: str({ default: '127.0.0.1' }),
    PORT: port({ default: 8080 }),
    METRICS_PORT: port({ default: undefined }),
    LOG_LEVEL: logLevel('info'),
    ACCESS_LOG: accessLog({ default: 1 }),
    DATABASE_URL: postgresUrl(isProduction)({ desc: "the service's own database" }),
    DATABASE_PASSWORD: str({ default: '' }),
    DATABASE_CA_FILE: str({ default: '' }),
    DATABASE_POOL_SIZE: wholeNumber(3, 1000)({ default: 10 }),
    JOB_CONCURRENCY: wholeNumber(1, 100)({ default: undefined }),
    ...messagingVariables(variables, isProduction),
    ISSUER: baseUrl({ desc: 'the public base URL' }),
    ...serviceKeyVariables,
    MIGRATE_ON_START: bool({ default: !isProduction }),
    VALIDATE_RESPONSES: bool({ default: !isProduction }),
  });
  const databaseUrl = databaseUrlReader(environment, isProduction);
  if (isProduction) refuseWeakSecrets({ ...env, DATABASE_URL: databaseUrl() });
  if (env.JOB_CONCURRENCY !== undefined && env.JOB_CONCURRENCY > env.DATABASE_POOL_SIZE / 2)
    throw new Error('JOB_CONCURRENCY: must be at most half of DATABASE_POOL_SIZE: the others are left to requests');
  return {
    isProduction,
    host: env.HOST,
    port: env.PORT,
    metricsPort: env.METRICS_PORT,
    logLevel: env.LOG_LEVEL,
    accessLog: env.ACCESS_LOG,
    databaseUrl,
    certificates: certificateFiles(environment, databaseUrl()),
    poolSize: env.DATABASE_POOL_SIZE,
    jobConcurrency: env.JOB_CONCURRENCY,
    messaging: readMessaging(env, environment, isProduction),
    issuer: env.ISSUER,
    serviceKeys: readServiceKeys(name, environment),
    serviceUrls: serviceUrls(name, variables),
    migratesOnStart: env.MIGRATE_ON_START,
    validatesResponses: env.VALIDATE_RESPONSES,
  };
}

/** The address of the database as its variables and their files are at each call. Throws for an unreadable file. */
function databaseUrlReader(environment: NodeJS.ProcessEnv, isProduction: boolean): () => string {
  const [url, password] = [variableReader(environment, 'DATABASE_URL'), variableReader(environment, 'DATABASE_PASSWORD')];
  const authorities = environment['DATABASE_CA_FILE'];
  return () => {
    const parsed = new URL(isProduction ? verifyingServer(url()) : url());
    if (password() !== '') parsed.password = encodeURIComponent(password());
    if (authorities && !parsed.searchParams.has('sslrootcert')) parsed.searchParams.append('sslrootcert', authorities);
    return parsed.href;
  };
}

/** The files of certificates that connections use, by what they are for. */
function certificateFiles(environment: NodeJS.ProcessEnv, databaseUrl: string): Record<string, string> {
  const { searchParams } = new URL(databaseUrl);
  const files = {
    database: searchParams.get('sslrootcert'),
    database_client: searchParams.get('sslcert'),
    kafka: environment['KAFKA_SSL_CA_FILE'],
    storage: environment['S3_CA_FILE'],
    mail: environment['SMTP_CA_FILE'],
    all: environment['NODE_EXTRA_CA_CERTS'],
  };
  return Object.fromEntries(Object.entries(files).filter(([, file]) => file)) as Record<string, string>;
}

type Secrets = Readonly<Partial<Record<'DATABASE_URL' | 'KAFKA_USERNAME' | 'KAFKA_PASSWORD', string>>>;

/** Refuses passwords that can be guessed. Throws an Error that names the variable, never the value. */
function refuseWeakSecrets(env: Secrets): void {
  const refusePassword = (name: string, password: string, username: string | undefined): void => {
    // Without a password the connection authenticates by a certificate or socket.
    if (password === '' || (!commonPasswords.has(password) && password !== username)) return;
    throw new Error(`${name}: the password can be guessed; production needs a random one`);
  };
  const { username, password = '' } = URL.parse(env.DATABASE_URL ?? '') ?? {};
  refusePassword('DATABASE_URL', decodeURIComponent(password), username);
  refusePassword('KAFKA_PASSWORD', env.KAFKA_PASSWORD ?? '', env.KAFKA_USERNAME);
}

/** Throws an Error that names the variable unless its secret is random. */
export function refuseGuessable(name: string, text: string): void {
  if (new Set(text).size >= MIN_DIFFERENT_CHARACTERS && !exampleSecret.test(text)) return;
  throw new Error(`${name}: can be guessed; production needs a random one, for instance of \`openssl rand -hex 32\``);
}

/** Base URLs of the other services' instances, by bare name. Only the service knows which it needs, see `instanceUrls`. */
function serviceUrls(own: ServiceName, environment: NodeJS.ProcessEnv): Record<string, string[]> {
  const entries = serviceNames.flatMap((name) => {
    const text = name === own ? '' : (environment[urlVariable(name)] ?? '');
    return text === '' ? [] : [[name, addressesIn(text, urlVariable(name))] as const];
  });
  return Object.fromEntries(entries);
}

/** Throws an Error that names the variable unless all are addresses of HTTP. */
function addressesIn(text: string, variable: string): string[] {
  const addresses = text
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '');
  if (addresses.every((address) => /^https?:$/.test(URL.parse(address)?.protocol ?? ''))) return addresses;
  throw new Error(`${variable}: must be addresses such as http://service:8080, separated by commas`);
}

/** Whether webhooks and price sheets may use private networks and plain HTTP. Throws a one-line Error in production. */
export function readPrivateTargets(environment: NodeJS.ProcessEnv): boolean {
  const { ALLOW_PRIVATE_TARGETS } = readVariables(environment, { ALLOW_PRIVATE_TARGETS: bool({ default: false }) });
  if (ALLOW_PRIVATE_TARGETS && isProductionIn(environment))
    throw new Error('ALLOW_PRIVATE_TARGETS is for development only: clients could reach your own network');
  return ALLOW_PRIVATE_TARGETS;
}

/** Reads the address of the console, which the gateway serves; undefined if `CONSOLE` switches it off. Throws a one-line Error. */
export function readConsole(environment: NodeJS.ProcessEnv, issuer: string): string | undefined {
  const { CONSOLE } = readVariables(environment, { CONSOLE: bool({ default: true }) });
  return CONSOLE ? `${issuer}/console` : undefined;
}

/** Reads which requests have an access line. Throws a one-line Error. */
export const readAccessLog = (environment: NodeJS.ProcessEnv): AccessLog =>
  readVariables(environment, { ACCESS_LOG: accessLog({ default: 1 }) }).ACCESS_LOG;

/** Who may try requests in the reference: nobody, people of test organizations, or everybody. */
export type TryIt = (typeof triers)[number];
const triers = ['off', 'test', 'all'] as const;

/** Reads who may try requests in the reference. Throws a one-line Error. */
export const readTryIt = (environment: NodeJS.ProcessEnv): TryIt =>
  readVariables(environment, { DOCS_TRY_IT: str({ choices: triers, default: 'off' }) }).DOCS_TRY_IT;

/** Opens traces by the environment; undefined without any. The caller closes them. Throws a one-line Error for a wrong variable. */
export function tracingOf(environment: NodeJS.ProcessEnv, service: string, log: Logger): Promise<Tracing | undefined> {
  const variables = withSecretFiles(environment, ['OTEL_EXPORTER_OTLP_HEADERS']);
  return openTracing(variables, { service, report: (message, err) => log.warn({ err }, message) });
}
