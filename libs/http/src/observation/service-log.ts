import { hash } from 'node:crypto';
import { destination, pino, type DestinationStream, type Logger } from 'pino';

/** Fields with credentials. */
const secrets = ['authorization', 'access_token', 'refresh_token', 'client_secret', 'password', 'cookie'];

/** The log without redaction, which costs more than a line, for lines whose fields we name ourselves. */
export const plainLines = (log: Logger): Logger => log.child({}, { redact: [] });

/** Which requests have an access line: none, or those that failed (5xx) and this share of the others, 0 to 1. */
export type AccessLog = 'off' | number;

/** Whether a request has an access line. Gateway and services agree, as they decide by its id. */
export function hasAccessLine(accessLog: AccessLog, requestId: string, status: number): boolean {
  if (accessLog === 'off') return false;
  return accessLog === 1 || status >= 500 || parseInt(hash('sha1', requestId).slice(0, 8), 16) < accessLog * 2 ** 32;
}

/**
 * Standard output in blocks, at least once a second: a write per line would cost a tenth of a request.
 * Flush it before the process ends.
 */
export const logOutput = (): ReturnType<typeof destination> => destination({ sync: false, minLength: 16_000, periodicFlush: 1000 });

/** A log of JSON lines that name their service, without credentials. */
export function serviceLog(service: string, level: string, output: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
  };
  return pino(options, output);
}
