import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type OutgoingHttpHeaders, type RequestListener, type ServerResponse } from 'node:http';
import { test, type TestContext } from 'node:test';
import { asksForStream } from '@partner-ordering/http';
import { eventually } from '@partner-ordering/testing';
import { send, startGateway, startService } from '../fixtures/test-gateway.ts';

const EVENTS = '/v1/orgs/1/events';
const bearer = (token = 'good') => ({ authorization: `Bearer ${token}` });
const stream = { accept: 'text/event-stream', ...bearer() };

/** A service whose events come by `send`; what does not ask for a stream and does not wait is answered at once. */
async function startEvents(t: TestContext, config: Parameters<typeof startGateway>[2] = {}) {
  const open: ServerResponse[] = [];
  const handle: RequestListener = (request, response) => {
    const isStream = asksForStream(request.headers);
    if (!isStream && !request.url!.includes('wait=')) return void response.end('{}');
    if (isStream) response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 1000\n\n');
    open.push(response);
  };
  const service = await startService(t, handle);
  const gateway = await startGateway(t, service, config);
  const ask = (path: string, headers: Record<string, string> = bearer()) => fetch(`${gateway.url}${path}`, { headers });
  const figures = async () => {
    const text = await gateway.metrics();
    return ['gateway_requests_in_flight', 'gateway_waiting_answers'].map((name) =>
      Number(new RegExp(`^${name}\\{.*\\} (\\d+)`, 'm').exec(text)![1]),
    );
  };
  return { gateway, handle, open, ask, figures };
}

test('an event stream lasts longer than a silent answer may, and is no request in flight', async (t) => {
  const { open, ask, figures, gateway } = await startEvents(t, { timeouts: { responseTimeoutMs: 300 } });
  const answer = await ask(EVENTS, stream);
  assert.deepEqual([answer.status, answer.headers.get('content-encoding')], [200, null]);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader.read()).value, 'retry: 1000\n\n');
  // The service beats by itself, longer than an answer may be silent. Timers of undici cannot be mocked.
  const beats = setInterval(() => open[0]!.write(':\n'), 150);
  t.after(() => clearInterval(beats));
  for (let beat = 0; beat < 4; beat++) assert.equal((await reader.read()).value, ':\n');
  clearInterval(beats);
  assert.deepEqual(await figures(), [0, 1]);
  await reader.cancel();
  await eventually(async () => assert.deepEqual(await figures(), [0, 0]));
  assert.doesNotMatch(await gateway.metrics(), /http_server_request_duration_seconds_count\{[^}]*events/);
});

test('waiting answers count towards a limit of their own, not the per-user limit of requests: 429 beyond it', async (t) => {
  const { open, ask } = await startEvents(t, { limits: { waitingPerUser: 20, requestsAtOncePerUser: 2 } });
  const waiting = Array.from({ length: 20 }, (_, at) => (at < 10 ? ask(EVENTS, stream) : ask(`${EVENTS}?wait=25`)));
  await eventually(() => open.length === 20);
  for (const refused of [await ask(EVENTS, stream), await ask(`${EVENTS}?limit=1&wait=1`)])
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1']);
  assert.equal((await ask(EVENTS)).status, 200);
  assert.equal((await ask('/v1/projects')).status, 200);
  const other = ask(`${EVENTS}?wait=1`, bearer('other'));
  await eventually(() => open.length === 21);
  open.forEach((response) => response.end('{}'));
  for (const { status } of await Promise.all([...waiting, other])) assert.equal(status, 200);
});

/** An answer whose body is yet to be read. */
const begin = async (url: string, headers: OutgoingHttpHeaders, agent: Agent | false = false): Promise<IncomingMessage> =>
  ((await once(get(url, { headers, agent }), 'response')) as [IncomingMessage])[0];

test('a stop ends streams at once and cleanly, and clients with unstarted answers ask again', async (t) => {
  const { open, ask, gateway } = await startEvents(t);
  const answer = await ask(EVENTS, stream);
  const text = answer.text();
  const waiting = ask(`${EVENTS}?wait=25`);
  await eventually(() => open.length === 2);
  const start = performance.now();
  const stopped = gateway.close(1000);
  assert.equal(await text, 'retry: 1000\n\n');
  const { status, headers } = await waiting;
  assert.deepEqual([status, headers.get('retry-after')], [503, '1']);
  assert.ok(performance.now() - start < 900);
  await stopped;
});

test('200 with an empty stream during a stop, on kept and new connections, so that an EventSource reconnects', async (t) => {
  const { open, gateway } = await startEvents(t, { timeouts: { drainDelayMs: 1000 } });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  t.after(() => agent.destroy());
  const first = await begin(`${gateway.url}${EVENTS}`, stream, agent);
  const kept = first.socket.localPort;
  first.resume();
  const stopped = gateway.close();
  await once(first, 'end');
  for (const port of [kept, undefined]) {
    const again = await begin(`${gateway.url}${EVENTS}`, stream, agent);
    if (port !== undefined) assert.equal(again.socket.localPort, port);
    assert.deepEqual(
      [again.statusCode, again.headers['content-type'], again.headers.connection],
      [200, 'text/event-stream; charset=utf-8', 'close'],
    );
    assert.equal((await again.toArray()).join(''), 'retry: 1000\n\n');
  }
  assert.equal(open.length, 1);
  assert.equal((await send(`${gateway.url}${EVENTS}?wait=5`, { headers: bearer() })).status, 503);
  await stopped;
});

test('400 for a waiting request with a body, which would hold a slot of slow bodies', async (t) => {
  const { gateway, open } = await startEvents(t);
  for (const headers of [{ 'transfer-encoding': 'chunked' }, { 'content-length': 2 }])
    for (const [path, accept] of [
      [EVENTS, 'text/event-stream'],
      [`${EVENTS}?wait=25`, 'application/json'],
    ] as const) {
      const answer = await send(`${gateway.url}${path}`, { headers: { ...bearer(), ...headers, accept }, body: '{}' });
      assert.deepEqual([answer.status, answer.text.includes('"path":"body"')], [400, true]);
    }
  assert.equal(open.length, 0);
  assert.equal(
    (await send(`${gateway.url}${EVENTS}`, { headers: { ...bearer(), 'transfer-encoding': 'chunked' }, body: '{}' })).status,
    200,
  );
});

test('400 for an action of a batch that asks to wait', async (t) => {
  const { gateway } = await startEvents(t);
  const actions = [`/orgs/1/events?wait=5`, '/orgs/1/events?%77ait=5', '/orgs/1/events'].map((relative_url) => ({
    relative_url,
    method: 'GET',
  }));
  const headers = { ...bearer(), 'content-type': 'application/json', accept: 'text/event-stream, application/json' };
  const answer = await fetch(`${gateway.url}/v1/batch`, { method: 'POST', headers, body: JSON.stringify(actions) });
  const results = (await answer.json()) as { status: number; body: string }[];
  assert.deepEqual(
    results.map(({ status }) => status),
    [400, 400, 200],
  );
  assert.match(results[0]!.body, /"path":"relative_url","code":"wait_not_allowed"/);
});
