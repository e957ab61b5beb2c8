import { resolve } from 'node:path';
import { bool, port, str } from 'envalid';
import { baseUrl, logLevel, readConsole, readVariables } from '@partner-ordering/service';

/** The configuration of standalone; docs/operators/configuration.md has the table. */
export type StandaloneOptions = ReturnType<typeof readEnvironment>;

const root = resolve(import.meta.dirname, '../../..');

/** Reads the variables. A relative `DATA_DIR` starts at the repository's root. Throws a one-line Error that names every wrong variable. */
export function readEnvironment(environment: NodeJS.ProcessEnv) {
  const isProduction = environment['NODE_ENV'] === 'production';
  const env = readVariables(environment, {
    NODE_ENV: str({ choices: ['production', 'development', 'test'], default: 'development' }),
    DATA_DIR: str({ default: '.data' }),
    HOST: str({ default: '127.0.0.1' }),
    PORT: port({ default: 8080 }),
    METRICS_PORT: port({ default: undefined }),
    ISSUER: baseUrl({ default: '' }),
    DEMO: bool({ default: !isProduction }),
    DEMO_ORDERS: bool({ default: true }),
    LOG_LEVEL: logLevel('warn'),
    VALIDATE_RESPONSES: bool({ default: false }),
  });
  if (env.DATA_DIR === '') throw new Error('DATA_DIR is empty');
  if (isProduction && env.DEMO) throw new Error('DEMO: there is no demo data in production');
  const issuer = env.ISSUER === '' ? `${environment['TLS_CERT_FILE'] ? 'https' : 'http'}://127.0.0.1:${env.PORT}` : env.ISSUER;
  return {
    dataDir: resolve(root, env.DATA_DIR),
    host: env.HOST,
    port: env.PORT,
    // 0 takes any free port.
    metricsPort: env.METRICS_PORT ?? 0,
    issuer,
    console: readConsole(environment, issuer),
    isProduction,
    demo: env.DEMO,
    demoOrders: env.DEMO && env.DEMO_ORDERS,
    logLevel: env.LOG_LEVEL,
    validateResponses: env.VALIDATE_RESPONSES,
  };
}
