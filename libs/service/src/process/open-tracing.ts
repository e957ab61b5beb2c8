import { openTracing, type Tracing } from '@partner-ordering/tracing';
import type { Logger } from 'pino';
import { withSecretFiles } from '../environment/variables.ts';

/** Opens traces by the environment; undefined without any. The caller closes them. Throws a one-line Error for a wrong variable. */
export function tracingOf(environment: NodeJS.ProcessEnv, service: string, log: Logger): Promise<Tracing | undefined> {
  const given = withSecretFiles(environment, ['OTEL_EXPORTER_OTLP_HEADERS']);
  return openTracing(given, { service, tell: (message, err) => log.warn({ err }, message) });
}
