import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import type { ApiClient, ApiResponse } from '@partner-ordering/testing';
import { closeGate, gate, sharedNotes } from '@partner-ordering/testing/notes';

const service = await sharedNotes();
const user = await service.signIn();

describe('Idempotency-Key', () => {
  const post = (
    title: string,
    key: string,
    { by = user, path = '/v1/notes', more = {} }: { by?: ApiClient; path?: string; more?: object } = {},
  ) => by.post(path, { title, ...more }, { headers: { 'idempotency-key': key } });
  const isReplay = ({ headers }: ApiResponse): boolean => headers.get('idempotency-replayed') === 'true';
  const count = async (title: string): Promise<number> =>
    (await user.get('/v1/notes/total_count', { parameters: { query: ['title', '==', title] } })).body.total_count as number;
  const rows = async (text: string): Promise<Record<string, unknown>[]> => service.service.database.query({ text, values: [] });

  test('the same request again gets the first answer again and has no effect', async () => {
    const [title, key] = [newGid(), newGid()];
    const first = await post(title, key);
    assert.deepEqual([first.status, isReplay(first)], [201, false]);
    for (let again = 0; again < 3; again++) {
      const replay = await post(title, key);
      assert.deepEqual([replay.status, isReplay(replay), replay.body], [201, true, '']);
      assert.equal(replay.headers.get('location'), first.headers.get('location'));
    }
    assert.equal(await count(title), 1);
    const facts = await rows(`select from outbox where event->'data'->>'title' = '${title}' and topic = 'notes.facts'`);
    assert.ok(facts.length <= 1);
  });

  test('a secret is shown once and never kept: the same request again is answered without it', async () => {
    const key = newGid();
    const path = '/v1/trials/secret';
    const first = await post('x', key, { path });
    assert.match(first.body.title, /^secret /);
    assert.equal(first.headers.get('cache-control'), 'no-store');
    const replay = await post('x', key, { path });
    assert.deepEqual([replay.status, isReplay(replay), replay.body], [200, true, { ...first.body, title: 'no secret' }]);
    assert.equal(replay.headers.get('cache-control'), 'no-store');
    assert.equal((await rows(`select from idempotency_key k where k::text like '%${first.body.title}%'`)).length, 0);
  });

  test('400 for the same key with another body or other parameters', async () => {
    const [title, key] = [newGid(), newGid()];
    assert.equal((await post(title, key)).status, 201);
    for (const answer of [
      await post(newGid(), key),
      await post(title, key, { path: '/v1/notes?dry_run=true' }),
      await post(title, key, { more: { count: 1 } }),
    ]) {
      assert.equal(answer.status, 400);
      assert.equal(answer.body.error.details[0].path, 'Idempotency-Key');
    }
    assert.equal(await count(title), 1);
  });

  test('the same JSON in another order of names, at any depth, is the same body; another order of a list is not', async () => {
    const headers = { 'idempotency-key': newGid() };
    const first = { title: 'told', list: [{ a: 1, b: { c: [1, 2], d: null } }, { e: true }] };
    const tell = (body: object | string) => user.post('/v1/trials/tell', body, { headers });
    assert.deepEqual([(await tell(first)).status, isReplay(await tell(first))], [200, true]);
    const same = await tell('{"list": [{"b": {"d": null, "c": [1.0, 2e0]}, "a": 1}, {"e": true}], "title": "told"}');
    assert.deepEqual([same.status, isReplay(same), JSON.parse(same.body.title)], [200, true, first]);
    assert.equal((await tell({ ...first, list: first.list.toReversed() })).status, 400);
  });

  test('a dry run keeps no key: the same one does the real thing, once', async () => {
    const [title, key] = [newGid(), newGid()];
    const dryRun = () => post(title, key, { path: '/v1/notes?dry_run=true' });
    const [first, second] = [await dryRun(), await dryRun()];
    assert.deepEqual([first.status, first.body.title, second.status, isReplay(second)], [200, title, 200, false]);
    assert.equal(await count(title), 0);
    assert.equal((await post(title, key)).status, 201);
    assert.equal(await count(title), 1);
  });

  test('a key is its owner’s, for one method and path', async () => {
    const [title, key] = [newGid(), newGid()];
    const other = await service.signIn();
    const answers = [
      await post(title, key),
      await post(title, key, { by: other }),
      await post('twice', key, { path: '/v1/trials/right-body' }),
    ];
    assert.deepEqual(
      answers.map((answer) => [answer.status, isReplay(answer)]),
      [
        [201, false],
        [201, false],
        [200, false],
      ],
    );
  });

  test('400 for an empty key or one of more than 255 characters; public operations and PUT take no notice', async () => {
    for (const key of ['', 'x'.repeat(256)]) assert.equal((await post(newGid(), key)).status, 400);
    for (const key of ['x'.repeat(255), `'"; drop table note; --`]) assert.equal((await post(newGid(), key)).status, 201);
    const title = newGid();
    for (let again = 0; again < 2; again++)
      assert.equal((await post(title, 'public', { by: service.anonymous, path: '/p/notes' })).status, 201);
    assert.equal(await count(title), 2);
    const note = await user.create('/v1/notes', { title: newGid() });
    for (const number of [1, 2])
      assert.equal((await user.put(note, { count: number }, { headers: { 'idempotency-key': 'put' } })).status, 204);
  });

  test('only successes are kept: a refused request may be repeated, and succeed', async () => {
    const key = newGid();
    for (const kind of ['fault', 'write-then-refuse', 'constraint']) {
      const answers = [await post('x', key, { path: `/v1/trials/${kind}` }), await post('x', key, { path: `/v1/trials/${kind}` })];
      assert.equal(answers[0]!.status, answers[1]!.status);
      assert.ok(answers[0]!.status >= 400 && !isReplay(answers[1]!));
    }
    const [product, retried] = [newGid(), newGid()];
    const note = await user.create('/v1/notes', { title: newGid() });
    const order = () => user.post(`${note}/orders`, { product }, { headers: { 'idempotency-key': retried } });
    assert.equal((await order()).status, 400);
    await service.follow({ type: 'product', key: product, state: {} });
    assert.deepEqual([(await order()).status, isReplay(await order())], [201, true]);
  });

  test('409 while the first is still running, other keys are not held up', async () => {
    closeGate();
    const key = newGid();
    const first = post('x', key, { path: '/v1/trials/wait' });
    await gate.entered.promise;
    const second = await post('x', key, { path: '/v1/trials/wait' });
    assert.equal(second.status, 409);
    assert.deepEqual(second.body, {
      error: { code: 409, reason: 'in_progress', message: 'A request with the same Idempotency-Key is still running' },
    });
    assert.equal((await post(newGid(), newGid())).status, 201);
    gate.opened.resolve();
    assert.equal((await first).status, 201);
    assert.ok(isReplay(await post('x', key, { path: '/v1/trials/wait' })));
  });

  test('a key is forgotten after a day', async () => {
    const [title, key] = [newGid(), newGid()];
    await post(title, key, { more: { count: 1 } });
    await rows(`update idempotency_key set created_at = now() - interval '23 hours 59 minutes'`);
    assert.ok(isReplay(await post(title, key, { more: { count: 1 } })));
    await rows(`update idempotency_key set created_at = now() - interval '24 hours 1 minute'`);
    assert.deepEqual([(await post(newGid(), key)).status], [201]);
    await service.runJob('forget_idempotency_keys');
    assert.equal((await rows('select from idempotency_key')).length, 1);
  });
});
