import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { eventually, startCollector, type CollectedSpan, type Collector } from '@partner-ordering/testing';
import { findOffer, finishContest, orderOf } from './orders.ts';
import { environment, startTestSystem } from './system.ts';
import type { TestSystem } from './test-system.ts';

const SERVER = 2;
const CLIENT = 3;
const CONSUMER = 5;

const namesOf = (spans: readonly CollectedSpan[]): string => spans.map(({ service, name }) => `${service} ${name}`).join(', ');

const anId = (bytes: number): string => randomBytes(bytes).toString('hex');

describe('traces', () => {
  let collector: Collector;
  let system: TestSystem;
  before(async () => {
    collector = await startCollector();
    environment['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.url;
    environment['OTEL_SERVICE_NAME'] = 'one-name-for-all';
    system = await startTestSystem();
  });
  after(async () => {
    await system?.stop();
    await collector.close();
  });

  const traceOf = (traceId: string): CollectedSpan[] => collector.spans.filter((span) => span.traceId === traceId);

  /** The client's trace, and the server spans that link to it. */
  function clientsTrace() {
    const traceId = anId(16);
    const linkedSpans = (): CollectedSpan[] => collector.spans.filter(({ links }) => links.some((link) => link.traceId === traceId));
    return { traceId, headers: { traceparent: `00-${traceId}-${anId(8)}-01` }, linkedSpans };
  }

  test('an order is one trace, from the gateway and the statements of ordering to the events of notifications', async () => {
    const user = await system.signIn('user@example.com');
    const offer = await findOffer(user);
    const { status, headers } = await user.post('/v1/projects', orderOf(offer, { state: 'published' }));
    assert.equal(status, 201);
    const [, traceId = '', spanId] = headers.get('traceparent')?.split('-') ?? [];
    const find = (service: string, kind: number, name: string): CollectedSpan => {
      const found = traceOf(traceId).find((span) => span.service === service && span.kind === kind && span.name === name);
      assert.ok(found, `${service} ${name} is missing in ${namesOf(traceOf(traceId))}`);
      return found;
    };
    const gateway = await eventually(() => find('gateway', SERVER, 'POST /v1/projects'));
    assert.deepEqual([gateway.spanId, gateway.parentSpanId], [spanId, '']);
    const ordering = await eventually(() => find('ordering', SERVER, 'POST /v1/projects'));
    assert.deepEqual([ordering.parentSpanId, ordering.attributes['http.response.status_code']], [gateway.spanId, 201]);
    for (const statement of ['insert project', 'insert outbox', 'commit']) {
      const { parentSpanId, attributes } = find('ordering', CLIENT, statement);
      assert.deepEqual([parentSpanId, attributes['db.system.name']], [ordering.spanId, 'postgresql'], statement);
    }
    const notifications = await eventually(() => find('notifications', CONSUMER, 'process project.published'), { timeoutMs: 20_000 });
    assert.equal(notifications.parentSpanId, ordering.spanId);
  });

  test('a receipt belongs to the trace of the request that finished the order; its PDF job has a separate trace', async () => {
    const user = await system.signIn('user@example.com');
    await finishContest(user, await system.signIn('admin@example.com'), await findOffer(user));
    const spanNamed = (service: string, name: string, traceId?: string): CollectedSpan => {
      const found = collector.spans.find(
        (span) => span.service === service && span.name === name && span.traceId === (traceId ?? span.traceId),
      );
      assert.ok(found, `${service} ${name} is missing in ${namesOf(collector.spans.filter((span) => span.service === service))}`);
      return found;
    };
    const { traceId, parentSpanId } = await eventually(() => spanNamed('billing', 'insert receipt'), { timeoutMs: 20_000 });
    assert.equal(spanNamed('billing', 'process project.state', traceId).spanId, parentSpanId);
    const finished = await eventually(() => spanNamed('gateway', 'PUT /v1/projects/{gid}', traceId));
    assert.equal(finished.parentSpanId, '');
    const eventSpan = await eventually(() => spanNamed('ordering', 'process receipt.state', traceId), { timeoutMs: 20_000 });
    assert.equal(eventSpan.parentSpanId, parentSpanId);
    const stored = await eventually(() => spanNamed('billing', 'files storeDocument'), { timeoutMs: 20_000 });
    const job = await eventually(() => spanNamed('billing', 'job render_receipt', stored.traceId));
    assert.deepEqual([job.parentSpanId, stored.parentSpanId], ['', job.spanId]);
  });

  test('spans have no token, address, body, query value or statement parameter', async () => {
    const signedIn = await system.oauth('/oauth2/token', {
      grant_type: 'password',
      username: 'user@example.com',
      password: 'demo-password',
      scope: 'base',
    });
    const user = system.bearer(signedIn.body.access_token);
    const offer = await findOffer(user);
    const secret = `wagtail-${anId(8)}`;
    const { headers, linkedSpans } = clientsTrace();
    const order = orderOf(offer, { title: secret, description: `<p>${secret}</p>` });
    await user.post('/v1/projects', order, { headers });
    await user.get('/v1/projects', { headers, parameters: { search: secret } });
    await user.get('/v1/products', { headers, parameters: { query: ['title', '==', secret] } });
    await user.get(`/v1/users/${secret}@example.com`, { headers });
    await user.get(`/${secret}`, { headers });
    await system.bearer(undefined).get(`/v1/me?access_token=${signedIn.body.access_token}`, { headers });
    await system.bearer(undefined).put(`/v1/p/password_resets/${secret}`, { password: `${secret}-password` }, { headers });
    await eventually(() => assert.equal(linkedSpans().length, 7));
    await eventually(() =>
      assert.ok(linkedSpans().every(({ traceId, attributes }) => attributes['http.route'] === undefined || traceOf(traceId).length > 1)),
    );
    for (const [label, text] of Object.entries({
      secret,
      password: 'demo-password',
      application: 'demo-secret',
      email: 'example.com',
      token: signedIn.body.access_token as string,
      refreshToken: signedIn.body.refresh_token as string,
    }))
      assert.ok(!collector.text().includes(text), `${label} stands in a span`);
  });

  test('each service keeps its name, and polls and probes are not traced', async () => {
    const spans = [...collector.spans];
    const names = new Set(spans.map(({ service }) => service));
    assert.ok(names.has('identity') && names.has('ordering'));
    assert.ok(!names.has('one-name-for-all'));
    const rootSpans = spans.filter(({ kind, parentSpanId }) => kind === SERVER && parentSpanId === '');
    assert.deepEqual([...new Set(rootSpans.map(({ service }) => service))], ['gateway']);
    assert.deepEqual(
      rootSpans.filter(({ attributes }) => /^\/(livez|readyz)$/.test(String(attributes['http.route']))),
      [],
    );
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    // Client spans long after their parent belong to long-running work that must not be part of its request.
    const late = spans.filter(
      ({ startMs, parentSpanId, kind }) => kind === CLIENT && startMs > (byId.get(parentSpanId)?.endMs ?? Infinity) + 1_000,
    );
    assert.deepEqual(
      late.map(({ service, name }) => `${service} ${name}`),
      [],
    );
  });
});
