import { resolve } from 'node:path';
import { bool, port, str } from 'envalid';
import { baseUrl, logLevel, readVariables } from '@partner-ordering/http';

/** Where the whole system runs and what it is filled with; docs/configuration.md has the table. */
export interface StandaloneOptions {
  dataDir: string;
  host: string;
  port: number;
  /** Of the metrics; 0 takes any free one. */
  metricsPort: number;
  /** Public base URL. */
  issuer: string;
  isProduction: boolean;
  /** Fills an empty database with demo data. */
  demo: boolean;
  logLevel: string;
  validateResponses: boolean;
}

const root = resolve(import.meta.dirname, '../../..');

/**
 * Reads the variables of standalone. Throws an Error of one line that names every wrong one.
 * A relative `DATA_DIR` starts at the root of the repository, from wherever npm was called.
 */
export function readEnvironment(environment: NodeJS.ProcessEnv): StandaloneOptions {
  const isProduction = environment['NODE_ENV'] === 'production';
  const env = readVariables(environment, {
    NODE_ENV: str({ choices: ['production', 'development', 'test'], default: 'development' }),
    DATA_DIR: str({ default: '.data' }),
    HOST: str({ default: '127.0.0.1' }),
    PORT: port({ default: 8080 }),
    METRICS_PORT: port({ default: undefined }),
    ISSUER: baseUrl({ default: '' }),
    DEMO: bool({ default: !isProduction }),
    LOG_LEVEL: logLevel('warn'),
    VALIDATE_RESPONSES: bool({ default: false }),
  });
  if (env.DATA_DIR === '') throw new Error('DATA_DIR is empty');
  if (isProduction && env.DEMO) throw new Error('DEMO: there is no demo data in production');
  return {
    dataDir: resolve(root, env.DATA_DIR),
    host: env.HOST,
    port: env.PORT,
    metricsPort: env.METRICS_PORT ?? 0,
    issuer: env.ISSUER === '' ? `${environment['TLS_CERT_FILE'] ? 'https' : 'http'}://127.0.0.1:${env.PORT}` : env.ISSUER,
    isProduction,
    demo: env.DEMO,
    logLevel: env.LOG_LEVEL,
    validateResponses: env.VALIDATE_RESPONSES,
  };
}
