import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startCollector, type Collector } from '@partner-ordering/testing';
import { openTracing } from './open-tracing.ts';
import { activeSpan, inSpan } from './spans.ts';
import { spanOf } from './spans.ts';

const CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const options = { service: 'notes', report: () => undefined };

async function collecting(t: TestContext): Promise<Collector> {
  const collector = await startCollector();
  t.after(() => collector.close());
  return collector;
}

test('nothing is traced without an address to send to', async () => {
  assert.equal(await openTracing({}, options), undefined);
  assert.equal(await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, options), undefined);
});

test('a wrong variable of traces is named, with what it takes', async () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  const wrong = [
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^Error: OTEL_EXPORTER_OTLP_ENDPOINT: must be an address like/],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://me:hunter2@collector' }, /^Error: OTEL_EXPORTER_OTLP_ENDPOINT: must not hold a password/],
    [{ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: 'Bearer hunter2' }, /^Error: OTEL_EXPORTER_OTLP_HEADERS: must be like name=value[^\n2]*$/],
    [{ ...endpoint, OTEL_RESOURCE_ATTRIBUTES: 'zone=a,stage=%zz' }, /^Error: OTEL_RESOURCE_ATTRIBUTES: must be like name=value[^\n]*$/],
    [{ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '1.5' }, /^Error: OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1$/],
  ] as const;
  for (const [environment, message] of wrong) await assert.rejects(openTracing(environment, options), message);
});

test('spans arrive within each other, under the name that they are to have', async (t) => {
  const collector = await collecting(t);
  const tracing = (await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`, OTEL_SERVICE_NAME: 'our-notes' }, options))!;
  const outer = tracing.begin(spanOf.request('GET', 'http'), { parent: CALLER });
  await inSpan(outer, () => inSpan(activeSpan()?.child(spanOf.job('tidy')), () => Promise.reject(new Error('hunter2 is no gid')))).catch(
    () => undefined,
  );
  await tracing.close();
  const [inner, server] = collector.spans;
  assert.deepEqual([inner?.name, inner?.parentSpanId, inner?.attributes], ['job tidy', server?.spanId, { 'error.type': 'Error' }]);
  assert.deepEqual([server?.service, server?.traceId, server?.parentSpanId], ['our-notes', CALLER.slice(3, 35), CALLER.slice(36, 52)]);
  assert.equal(outer.traceparent, `00-${server?.traceId}-${server?.spanId}-01`);
  assert.doesNotMatch(collector.text(), /hunter2/);
});

test('a collector gets the headers and attributes that it is to have', async (t) => {
  const collector = await collecting(t);
  const given = {
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20hunter2, x-scope=notes',
    OTEL_RESOURCE_ATTRIBUTES: 'k8s.pod/zone=a%2Cb',
  };
  const tracing = (await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...given }, options))!;
  tracing.begin(spanOf.job('tidy')).end();
  await tracing.close();
  const { authorization, 'x-scope': scope } = collector.headers;
  assert.deepEqual([authorization, scope], ['Bearer hunter2', 'notes']);
  assert.match(collector.text(), /"k8s.pod\/zone","value":\{"stringValue":"a,b"/);
});

test('an uncommon method is recorded as _OTHER', async (t) => {
  const collector = await collecting(t);
  const tracing = (await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, options))!;
  const span = tracing.begin(spanOf.request('MKCALENDAR', 'http'));
  span.end(spanOf.answer({ method: 'MKCALENDAR', route: '/v1/notes', status: 405, requestId: 'one', error: undefined }));
  await tracing.close();
  assert.deepEqual([collector.spans[0]?.name, collector.spans[0]?.attributes['http.request.method']], ['HTTP /v1/notes', '_OTHER']);
  assert.doesNotMatch(collector.text(), /MKCALENDAR/);
});

test('a link leads to another trace and decides nothing about this one', async (t) => {
  const collector = await collecting(t);
  const tracing = (await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, options))!;
  tracing.begin(spanOf.request('GET', 'http'), { link: CALLER.replace(/01$/, '00') }).end();
  tracing.begin(spanOf.request('GET', 'http'), { link: 'hunter2', parent: 'hunter2' }).end();
  await tracing.close();
  const [linked, alone] = collector.spans;
  assert.deepEqual(linked?.links, [{ traceId: CALLER.slice(3, 35), spanId: CALLER.slice(36, 52) }]);
  assert.notEqual(linked?.traceId, CALLER.slice(3, 35));
  assert.deepEqual([linked?.parentSpanId, alone?.parentSpanId, alone?.links], ['', '', []]);
});

test('a share of traces is recorded, and the caller decides for its own', async (t) => {
  const collector = await collecting(t);
  const isRecorded = async (sampler: Record<string, string>, parent?: string): Promise<boolean> => {
    const tracing = (await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...sampler }, options))!;
    const [before, span] = [collector.spans.length, tracing.begin(spanOf.request('GET', 'http'), { parent })];
    span.child(spanOf.job('tidy'))?.end();
    span.end();
    await tracing.close();
    const sent = collector.spans.length - before;
    assert.deepEqual([sent, span.traceparent.slice(-2)], sent === 0 ? [0, '00'] : [2, '01']);
    return sent > 0;
  };
  const unsampled = CALLER.replace(/01$/, '00');
  const none = { OTEL_TRACES_SAMPLER_ARG: '0' };
  assert.deepEqual([await isRecorded({}), await isRecorded({}, unsampled)], [true, false]);
  assert.deepEqual([await isRecorded(none), await isRecorded(none, CALLER)], [false, true]);
});

test('a collector that takes nothing is named once, without its answer, and once more when it takes spans again', async (t) => {
  const collector = await collecting(t);
  const { promise: again, resolve } = Promise.withResolvers<void>();
  const [lines, errors]: [string[], unknown[]] = [[], []];
  const report = (message: string, error?: unknown): void => {
    lines.push(message);
    if (error) errors.push({ ...error, message: (error as Error).message });
    if (lines.length === 1) collector.answer(200);
    else resolve();
    tracing.begin(spanOf.job('second')).end();
  };
  const tracing = (await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, { ...options, report, sendEveryMs: 50 }))!;
  collector.answer(400);
  tracing.begin(spanOf.job('first')).end();
  await again;
  await tracing.close();
  assert.deepEqual(lines, ['The collector takes no spans', 'The collector takes spans again']);
  assert.deepEqual(errors, [{ name: 'OTLPExporterError', code: 400, message: 'Bad Request' }]);
});

test('a collector that never answers holds up nobody, and closing ends', async (t) => {
  const collector = await collecting(t);
  collector.answer('never');
  const tracing = (await openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, { ...options, closeTimeoutMs: 200 }))!;
  for (let index = 0; index < 4_000; index += 1) tracing.begin(spanOf.job('tidy')).end();
  await tracing.close();
  assert.deepEqual(collector.spans, []);
});
