import { readSettings, type TracingOptions } from './settings.ts';
import type { Tracing } from './spans.ts';

/**
 * The traces of a service, sent to where `OTEL_EXPORTER_OTLP_ENDPOINT` says; undefined without it, and then nothing of OpenTelemetry is
 * loaded. Throws an Error of one line that names a variable that is wrong.
 */
export async function openTracing(environment: NodeJS.ProcessEnv, options: TracingOptions): Promise<Tracing | undefined> {
  const settings = readSettings(environment, options);
  if (settings === undefined) return undefined;
  const { startTracing } = await import('./opentelemetry.ts');
  return startTracing(settings);
}
