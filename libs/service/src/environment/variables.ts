import { readFileSync } from 'node:fs';
import { connectionOptions, verifyingServer } from '@partner-ordering/data';
import type { AccessLog } from '@partner-ordering/http';
import { cleanEnv, EnvMissingError, makeValidator, str } from 'envalid';

export const isProductionIn = (environment: NodeJS.ProcessEnv): boolean => environment['NODE_ENV'] === 'production';

export const logLevel = (byDefault: string) =>
  str({ choices: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], default: byDefault });

/** `off`, or a share from 0 to 1. */
export const accessLog = makeValidator<AccessLog>((text) => {
  if (text === 'off') return text;
  // The chart writes small ones as `1e-05`.
  const share = text.trim() === '' ? NaN : Number(text);
  if (!(share >= 0 && share <= 1)) throw new Error('must be off, or a share from 0 to 1 such as 0.01');
  return share;
});

/** A base URL, without slashes at its end. */
export const baseUrl = makeValidator((text) => {
  if (!URL.canParse(text)) throw new Error('must be a URL');
  return text.replace(/\/+$/, '');
});

/** The URL of a database, as `connectionOptions` takes it. In production it verifies the server unless it has an `sslmode`. */
export const postgresUrl = (isProduction: boolean) =>
  makeValidator((text) => {
    connectionOptions(text);
    return isProduction ? verifyingServer(text) : text;
  });

/** Kafka brokers: `host:port`, separated by commas. */
export const brokers = makeValidator((text) => {
  const addresses = text.split(',').map((broker) => broker.trim());
  if (!addresses.every((broker) => /^[^\s:/]+:\d+$|^\[[\da-f:]+\]:\d+$/i.test(broker))) throw new Error('must be host:port,host:port');
  return addresses;
});

/** A whole number from `min` to `max`, in digits. */
export const wholeNumber = (min: number, max: number) =>
  makeValidator((text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < min || number > max) throw new Error(`must be a whole number from ${min} to ${max}`);
    return number;
  });

/** `cleanEnv` of envalid, but throws a one-line Error instead of ending the process. */
export function readVariables<Specs>(environment: NodeJS.ProcessEnv, specs: Specs) {
  return cleanEnv(environment, specs, {
    reporter: ({ errors }) => {
      const problems = Object.entries<Error | undefined>(errors).map(([name, error]) =>
        error instanceof EnvMissingError ? `${name} is missing${error.message ? ` (${error.message})` : ''}` : `${name}: ${error?.message}`,
      );
      if (problems.length > 0) throw new Error(problems.join('; '));
    },
  });
}

/** Adds each variable `X` from the file in `X_FILE`. Throws for an unreadable file, and when `X` is given too. */
export function withSecretFiles(environment: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  const variables: NodeJS.ProcessEnv = { ...environment };
  for (const name of names) {
    if (!environment[`${name}_FILE`]) continue;
    if (environment[name] !== undefined) throw new Error(`${name} and ${name}_FILE are both given`);
    variables[name] = variableReader(environment, name)();
  }
  return variables;
}

/** Reads the variable `X`, or the file in `X_FILE` as it is at that moment. Throws for an unreadable file. */
export function variableReader(environment: NodeJS.ProcessEnv, name: string): () => string {
  const file = environment[`${name}_FILE`];
  if (!file) return () => environment[name] ?? '';
  return () => {
    try {
      return readFileSync(file, 'utf8').trim();
    } catch (error) {
      throw new Error(`${name}_FILE: cannot read ${file} (${(error as NodeJS.ErrnoException).code})`, { cause: error });
    }
  };
}
