import { openTracing, type Tracing } from '@partner-ordering/tracing';
import type { Logger } from 'pino';
import { withSecretFiles } from './variables.ts';

/**
 * The traces of a program as its environment asks for them, undefined when it asks for none; whoever opens them closes them. Throws an
 * Error of one line that names a variable that is wrong.
 */
export function tracingOf(environment: NodeJS.ProcessEnv, service: string, log: Logger): Promise<Tracing | undefined> {
  const given = withSecretFiles(environment, ['OTEL_EXPORTER_OTLP_HEADERS']);
  return openTracing(given, { service, tell: (message, err) => log.warn({ err }, message) });
}
