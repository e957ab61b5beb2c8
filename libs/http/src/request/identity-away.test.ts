import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { byService, newGid } from '@partner-ordering/kernel';
import { eventually, testService, type ApiClient, type ApiResponse, type TestService } from '@partner-ordering/testing';
import { createNotes } from '@partner-ordering/testing/notes';

describe('while identity does not say which sessions have ended', () => {
  let service: TestService;
  let user: ApiClient;
  let note: string;
  before(async () => {
    service = await testService('notes', (config) =>
      createNotes(config, ({ paths }) => {
        paths['/v1/me']!.get!['x-transaction'] = 'always';
        paths['/v1/trials/{kind}']!.post!['x-effect'] = false;
      }),
    );
    user = await service.signIn();
    note = await user.create('/v1/notes', { title: 'Known' });
  });
  after(() => service.stop());

  const byJob = { parameters: { query: ['title', '==', 'Public, by the job'] } };
  const outcome = async (answer: Promise<ApiResponse>) => {
    const { status, headers, body } = await answer;
    return status < 300 ? status : [status, headers.get('retry-after'), body.error.details?.[0]];
  };
  const unchecked = [
    503,
    '1',
    {
      path: 'Authorization',
      code: 'session_unchecked',
      message: 'cannot be checked now: it is not known which sessions have ended',
    },
  ];
  /** Also a POST without an effect. */
  const reads = () =>
    Promise.all([
      ...['/v1/notes', '/v1/notes/total_count', note].map((path) => outcome(user.get(path))),
      outcome(user.post('/v1/trials/tell', {})),
    ]);
  /** Also a GET that runs a writing transaction. */
  const writes = () =>
    Promise.all([
      outcome(user.post('/v1/notes', { title: newGid() })),
      outcome(user.put(note, { count: 1 })),
      outcome(user.delete(note)),
      outcome(user.get('/v1/me')),
    ]);

  test('503 for writes after a minute; reads and jobs go on, the service stays ready, and all is well with the next answer', async (t) => {
    const now = performance.now.bind(performance);
    service.answer('/internal/revocations', {});
    t.mock.method(performance, 'now', () => now() + 61_000);
    assert.deepEqual(await writes(), [unchecked, unchecked, unchecked, unchecked]);
    assert.deepEqual(await reads(), [200, 200, 200, 200]);
    // Nothing has a session here.
    assert.equal((await service.anonymous.post('/p/notes', { title: 'Public', description: 'with a job' })).status, 201);
    await eventually(async () => assert.equal((await user.get('/v1/notes/total_count', byJob)).body.total_count, 1));
    assert.match(await service.service.metrics(), /^revocations_age_seconds\{service="notes"\} 6\d/m);
    assert.equal((await service.anonymous.get('/readyz')).status, 200);
    service.answer('/internal/revocations', undefined);
    await eventually(async () => assert.equal(await outcome(user.post('/v1/notes', { title: newGid() })), 201));
  });

  test('503 of /readyz, with the reason, until identity has told its keys, not only its revocations', async (t) => {
    let keys: object = {};
    const identity = createServer((request, response) => {
      const body = request.url!.startsWith('/internal/revocations') ? { items: [], last: 0 } : keys;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }).listen(0, '127.0.0.1');
    await once(identity, 'listening');
    t.after(() => identity.close());
    const url = `http://127.0.0.1:${(identity.address() as AddressInfo).port}`;
    const { anonymous, stop } = await testService('notes', createNotes, { serviceUrls: byService(() => [url]) });
    t.after(() => stop());
    const { status, body } = await anonymous.get('/readyz');
    assert.deepEqual([status, body], [503, 'identity has not answered yet: its keys and revocations are unknown']);
    keys = { keys: [] };
    await eventually(async () => assert.equal((await anonymous.get('/readyz')).status, 200));
  });
});
