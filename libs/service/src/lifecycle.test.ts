import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { testService, type ApiClient, type TestService } from '@partner-ordering/testing';
import { closeGate, createNotes, gate } from '@partner-ordering/testing/notes';
import { createEvent } from '@partner-ordering/messaging';
import type { Document } from '@partner-ordering/openapi';
import type { ServiceConfig } from './parts/service-definition.ts';

describe('start and stop of a service', () => {
  let config: ServiceConfig;
  let service: TestService;
  let user: ApiClient & { gid: string };
  before(async () => {
    service = await testService('notes', (given) => createNotes((config = given)));
    user = await service.signIn();
  });
  after(() => service.stop());

  /** Starts another instance on the same database and stops it, even if the start fails. */
  async function startAnother(change?: (document: Document) => void, port = 0): Promise<void> {
    const another = await createNotes(config, change);
    await another.start({ port, host: '127.0.0.1' }).finally(() => another.stop());
  }

  test('a running service is alive, ready and measured', async () => {
    for (const [path, body] of [['/livez', 'ok'] as const, ['/readyz', 'ready'] as const]) {
      assert.deepEqual([(await service.anonymous.get(path)).status, (await service.anonymous.get(path)).body], [200, body]);
      assert.equal((await service.anonymous.send('HEAD', path, {})).status, 200);
    }
    await user.get('/v1/notes');
    await user.get('/v1/notes/unknown');
    await user.send('HEAD', '/v1/notes/unknown', {});
    await user.get('/v1/unknown/019a0000-0000-7000-8000-0000000000a1');
    const text = await service.service.metrics();
    const counted = [...text.matchAll(/^http_server_request_duration_seconds_count\{service="notes",(.*)\} (\d+)$/gm)];
    assert.deepEqual(
      counted.map(([, labels, count]) => `${labels!.replaceAll(/http_|"/g, '')}: ${count}`),
      [
        'request_method=GET,url_scheme=http,route=/v1/notes,response_status_code=200: 1',
        'request_method=GET,url_scheme=http,route=/v1/notes/{gid},response_status_code=404: 1',
        'request_method=HEAD,url_scheme=http,route=/v1/notes/{gid},response_status_code=404: 1',
        'request_method=GET,url_scheme=http,response_status_code=404: 1',
      ],
    );
    assert.match(text, /outbox_lag_seconds/);
    assert.match(text, /^ready\{service="notes"\} 1$/m);
    assert.match(text, /^db_client_connection_pending_requests\{service="notes"\} 0$/m);
    assert.match(text, /^db_client_connection_count\{db_client_connection_state="idle",service="notes"\} [1-9]/m);
    assert.equal((await service.anonymous.get('/metrics')).status, 404);
  });

  test("a start is refused over topics of another installation: its newest states, and none of the database's own", async () => {
    const state = createEvent({ type: 'thing.state', key: 'k1', data: {} }, { service: 'notes', now: new Date() });
    const message = {
      topic: 'notes.state',
      partition: 0,
      position: 1,
      key: 'thing/k1',
      value: JSON.stringify({ ...state, dataversion: 1 }),
    };
    const another = await createNotes({ ...config, transport: { ...config.transport, newest: async () => [message] } });
    const started = another.start({ port: 0, host: '127.0.0.1' }).finally(() => another.stop());
    await assert.rejects(started, /this database has published nothing; the topics are another's: set KAFKA_TOPIC_PREFIX/);
  });

  /** A client that keeps its connection. */
  function keepAlive(port: number) {
    const agent = new Agent({ keepAlive: true });
    const send = (method: string, path: string) =>
      new Promise<{ status: number; connection: string | undefined }>((resolve, reject) => {
        const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' };
        const sent = request({ agent, port, host: '127.0.0.1', method, path, headers }, (response) => {
          response.resume().on('end', () => resolve({ status: response.statusCode!, connection: response.headers.connection }));
        });
        sent.on('error', reject).end(method === 'POST' ? '{}' : undefined);
      });
    return { agent, send };
  }

  const mistakes: [string, (document: Document) => void, RegExp][] = [
    [
      'a field that the resource does not declare',
      ({ components }) => Object.assign((components!['schemas']!['NoteSummary'] as { properties: object }).properties, { colour: {} }),
      /notes: listNotes shows colour/,
    ],
    [
      'an expression of its own that is none',
      ({ paths }) => (paths['/v1/notes']!['get']!['x-where'] = ['titel', '==', 1]),
      /note: "titel" is not searchable/,
    ],
    [
      'a reference that leads nowhere',
      ({ paths }) =>
        Object.assign(paths['/v1/me']!.get!.responses['200']!, {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Nothing' } } },
        }),
      /#\/components\/schemas\/Nothing leads nowhere/,
    ],
  ];
  for (const [name, change, message] of mistakes)
    test(`a document with ${name} keeps a service from starting`, () => assert.rejects(startAnother(change), message));

  test('a stop answers running requests and closes their connections; new connections are refused', async () => {
    closeGate();
    const stopping = await createNotes(config);
    const { port } = await stopping.start({ port: 0, host: '127.0.0.1' });
    const { agent, send } = keepAlive(port);
    assert.equal((await send('GET', '/v1/notes')).status, 200);
    const running = send('POST', '/v1/trials/wait');
    await gate.entered.promise;
    const startedAt = performance.now();
    const stopped = stopping.stop();
    await assert.rejects(fetch(`http://127.0.0.1:${port}/livez`));
    gate.opened.resolve();
    assert.equal((await running).status, 201);
    await stopped;
    assert.ok(performance.now() - startedAt < 3_000, `stopped after ${performance.now() - startedAt} ms`);
    agent.destroy();
  });

  test('requests in the grace period are answered, then their connections close; a stop waits no longer than needed', async () => {
    const stopping = await createNotes(config);
    const { port } = await stopping.start({ port: 0, host: '127.0.0.1' });
    const { agent, send } = keepAlive(port);
    assert.deepEqual(await send('GET', '/v1/notes'), { status: 200, connection: 'keep-alive' });
    const startedAt = performance.now();
    const stopped = stopping.stop(4_000);
    assert.deepEqual(await send('GET', '/v1/notes'), { status: 200, connection: 'close' });
    assert.deepEqual(await send('GET', '/readyz'), { status: 503, connection: 'close' });
    await stopped;
    assert.ok(performance.now() - startedAt < 3_500, `stopped after ${performance.now() - startedAt} ms`);
    await assert.rejects(send('GET', '/livez'));
    agent.destroy();
  });
});
