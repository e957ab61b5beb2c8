import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A span as it arrives. */
export interface CollectedSpan {
  service: string;
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  /** Empty for the first of a trace. */
  parentSpanId: string;
  attributes: Record<string, string | number>;
  /** Spans of other traces. */
  links: { traceId: string; spanId: string }[];
  startMs: number;
  endMs: number;
}

/** Takes traces as a collector of OpenTelemetry does (OTLP over HTTP, as JSON). */
export interface Collector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** Those of the last request. */
  readonly headers: IncomingHttpHeaders;
  /** All bodies as they were sent. */
  text(): string;
  /** The status of answers from now on, 200 at first; `never` leaves the sender waiting. */
  answer(status: number | 'never'): void;
  close(): Promise<void>;
}

interface ExportRequest {
  resourceSpans: { resource: { attributes: SentAttribute[] }; scopeSpans: { spans: SentSpan[] }[] }[];
}
type SentAttribute = { key: string; value: { stringValue?: string; intValue?: number } };
type SentSpan = Pick<CollectedSpan, 'name' | 'kind' | 'traceId' | 'spanId'> &
  Partial<Pick<CollectedSpan, 'parentSpanId' | 'links'>> & {
    attributes: SentAttribute[];
    startTimeUnixNano: string;
    endTimeUnixNano: string;
  };

/** Starts a collector on a free port of 127.0.0.1. */
export async function startCollector(): Promise<Collector> {
  const [spans, texts]: [CollectedSpan[], string[]] = [[], []];
  let status: number | 'never' = 200;
  let headers: IncomingHttpHeaders = {};
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (status === 'never') return;
      headers = request.headers;
      if (status === 200) texts.push(body);
      if (status === 200 && request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(body) as ExportRequest));
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    get headers() {
      return headers;
    },
    text: () => texts.join('\n'),
    answer: (next) => void (status = next),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const valuesOf = (attributes: SentAttribute[]): Record<string, string | number> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']));

const spansOf = ({ resourceSpans }: ExportRequest): CollectedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const service = String(valuesOf(resource.attributes)['service.name']);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => spanOf(span, service)));
  });

const spanOf = (
  { name, kind, traceId, spanId, parentSpanId = '', attributes, links = [], ...times }: SentSpan,
  service: string,
): CollectedSpan => ({
  service,
  name,
  kind,
  traceId,
  spanId,
  parentSpanId,
  attributes: valuesOf(attributes),
  links: links.map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
  startMs: Number(times.startTimeUnixNano) / 1e6,
  endMs: Number(times.endTimeUnixNano) / 1e6,
});
