import { pino, type DestinationStream, type Logger } from 'pino';

/** Wherever something that signs people in might stand in a logged object. */
const secrets = ['authorization', 'access_token', 'refresh_token', 'client_secret', 'password', 'cookie'];

/** The same log for lines whose fields we name ourselves: without looking for secrets, which costs more than the line. */
export const plainLines = (log: Logger): Logger => log.child({}, { redact: [] });

/** JSON lines that name their service; what signs people in is left out of them. */
export function serviceLog(service: string, level: string, output: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), remove: true },
  };
  return pino(options, output);
}
