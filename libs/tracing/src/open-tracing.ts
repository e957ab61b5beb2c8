import { readSettings, type TracingOptions } from './settings.ts';
import type { Tracing } from './spans.ts';

/** Sends traces to `OTEL_EXPORTER_OTLP_ENDPOINT`; undefined without it. Throws an Error of one line that names a wrong variable. */
export async function openTracing(environment: NodeJS.ProcessEnv, options: TracingOptions): Promise<Tracing | undefined> {
  const settings = readSettings(environment, options);
  if (settings === undefined) return undefined;
  const { startTracing } = await import('./opentelemetry.ts');
  return startTracing(settings);
}
