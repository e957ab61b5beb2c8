import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Span as ApiSpan,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import { release } from '@partner-ordering/kernel';
import type { TracingSettings } from './settings.ts';
import type { Span, SpanEnd, SpanStart, Tracing } from './spans.ts';

const SEND_EVERY_MS = 1_000;
const SEND_TIMEOUT_MS = 10_000;
const CLOSE_TIMEOUT_MS = 2_000;
/** Longer ones are cut. */
const MAX_ATTRIBUTE_LENGTH = 256;

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER, internal: SpanKind.INTERNAL };

/** Traces by OpenTelemetry's SDK. Several services in one process have one each, so nothing is global. */
export function startTracing(settings: TracingSettings): Tracing {
  const { url, headers, ratio, report, sendEveryMs = SEND_EVERY_MS, closeTimeoutMs = CLOSE_TIMEOUT_MS } = settings;
  const exporter = new OTLPTraceExporter({ url, headers, timeoutMillis: SEND_TIMEOUT_MS });
  const sending = { scheduledDelayMillis: sendEveryMs, exportTimeoutMillis: SEND_TIMEOUT_MS };
  const provider = new TracerProvider({
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    resource: resourceOf(settings),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_LENGTH },
    spanProcessors: [new BatchSpanProcessor({ exporter: reportingExporter(exporter, report), ...sending })],
  });
  const tracer = provider.getTracer('partner-ordering', release);
  return {
    begin(start, { parent, link } = {}) {
      const [caller, linked] = [contextOf(parent), contextOf(link)];
      const context = caller ? trace.setSpanContext(ROOT_CONTEXT, caller) : ROOT_CONTEXT;
      return spanOf(tracer, start, context, linked ? [{ context: linked }] : []);
    },
    async close() {
      const inTime = new AbortController();
      const tooLate = sleep(closeTimeoutMs, undefined, { signal: inTime.signal }).catch(() => undefined);
      await Promise.race([provider.shutdown().catch(() => undefined), tooLate]);
      inTime.abort();
    },
  };
}

const resourceOf = ({ service, attributes }: TracingSettings) =>
  resourceFromAttributes({
    ...attributes,
    'service.name': service,
    'service.namespace': 'partner-ordering',
    'service.version': release,
    'service.instance.id': randomUUID(),
  });

/** The SDK drops what it cannot send without a word. One line says so, and one that it is over. */
function reportingExporter(exporter: SpanExporter, report: TracingSettings['report']): SpanExporter {
  let isTaken = true;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const wasTaken = isTaken;
        isTaken = result.code === ExportResultCode.SUCCESS;
        if (wasTaken && !isTaken) report('The collector takes no spans', withoutBody(result.error));
        if (!wasTaken && isTaken) report('The collector takes spans again');
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/** The SDK hangs the whole of the collector's answer on its error, up to 4 MB. */
function withoutBody(error: Error | undefined): Error | undefined {
  if (error && 'data' in error) delete error.data;
  return error;
}

function contextOf(traceparent: string | undefined): SpanContext | undefined {
  const parsed = traceparent === undefined ? null : parseTraceParent(traceparent);
  return parsed === null ? undefined : { ...parsed, isRemote: true };
}

function spanOf(tracer: Tracer, { kind, name, attributes = {} }: SpanStart, parent: Context, links: { context: SpanContext }[] = []): Span {
  const span = tracer.startSpan(name, { kind: kinds[kind], attributes, links }, parent);
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    isRecorded: span.isRecording(),
    child: (start) => (span.isRecording() ? spanOf(tracer, start, trace.setSpan(parent, span)) : undefined),
    end: (end = {}) => endSpan(span, end),
  };
}

function endSpan(span: ApiSpan, { name, attributes, error }: SpanEnd): void {
  if (name !== undefined) span.updateName(name);
  if (attributes) span.setAttributes(attributes);
  if (error !== undefined) span.setAttribute('error.type', error).setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
