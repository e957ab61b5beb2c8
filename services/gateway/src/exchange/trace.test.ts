import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startCollector, type CollectedSpan } from '@partner-ordering/testing';
import { openTracing } from '@partner-ordering/tracing';
import { send, startGateway, startService } from '../fixtures/test-gateway.ts';

const CLIENT = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const traceparent = `00-${CLIENT.traceId}-${CLIENT.spanId}-01`;

/** Sends a request to a gateway that is traced; what the service and the client got, and the spans. */
async function traced(t: TestContext, path: string, headers: Record<string, string>) {
  const collector = await startCollector();
  t.after(() => collector.close());
  const tracing = await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, { service: 'gateway', report: () => undefined });
  const service = await startService(t);
  const { url } = await startGateway(t, service, {}, {}, { tracing });
  const answer = await send(`${url}${path}`, { headers });
  await tracing?.close();
  return { passedOn: service.received[0]?.headers['traceparent'], returned: answer.headers['traceparent'], spans: collector.spans };
}

const nameOf = ({ traceId, spanId }: CollectedSpan): string => `00-${traceId}-${spanId}-01`;

test('a request is a span, which the service is asked in the name of and the answer names', async (t) => {
  const { passedOn, returned, spans } = await traced(t, '/v1/projects?search=wagtail', { 'x-request-id': 'order-17' });
  assert.equal(spans.length, 1);
  const { name, parentSpanId, links, attributes } = spans[0]!;
  assert.deepEqual([name, parentSpanId, links], ['GET /v1/projects', '', []]);
  assert.deepEqual(attributes, {
    'http.request.method': 'GET',
    'url.scheme': 'http',
    'http.route': '/v1/projects',
    'http.response.status_code': 200,
    'request.id': 'order-17',
  });
  assert.deepEqual([passedOn, returned], [nameOf(spans[0]!), nameOf(spans[0]!)]);
});

test('a client’s traceparent is returned and linked to, but its trace does not go on', async (t) => {
  const { passedOn, returned, spans } = await traced(t, '/v1/projects', { traceparent });
  assert.deepEqual(spans[0]?.links, [CLIENT]);
  assert.notEqual(spans[0]?.traceId, CLIENT.traceId);
  assert.deepEqual([passedOn, returned], [nameOf(spans[0]!), traceparent]);
});

test('a request without an operation is traced without its path, and a probe is not traced', async (t) => {
  const unknown = await traced(t, '/v1/wagtail@example.com', {});
  assert.deepEqual(
    unknown.spans.map(({ name }) => name),
    ['GET'],
  );
  assert.doesNotMatch(JSON.stringify(unknown.spans), /wagtail/);
  assert.deepEqual((await traced(t, '/livez', {})).spans, []);
});
