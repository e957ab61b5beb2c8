import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { closeGate, gate, noteFaults, sharedNotes } from '@partner-ordering/testing/notes';

const service = await sharedNotes();
const user = await service.signIn();

describe('entity tags', () => {
  let href: string;
  let tag: string;
  let number = 0;
  beforeEach(async () => {
    href = await user.create('/v1/notes', { title: `Note ${++number}`, description: 'é ✓' });
    tag = (await user.get(href)).headers.get('etag')!;
  });

  const match = (tag: string) => ({ headers: { 'if-match': tag } });
  const titleOf = async (path: string): Promise<string> => (await user.get(path)).body.title as string;

  test('a single resource is private to the caller and has an entity tag that changes with the resource', async () => {
    const { headers } = await user.get(href);
    assert.match(tag, /^"[\w-]+"$/);
    assert.deepEqual([headers.get('cache-control'), headers.get('vary')], ['private, no-cache', 'Authorization']);
    assert.equal((await user.get(href)).headers.get('etag'), tag);
    await user.put(href, { count: 5 });
    assert.notEqual((await user.get(href)).headers.get('etag'), tag);
  });

  test('a page and a count have no entity tag and are private to the caller', async () => {
    for (const path of ['/v1/notes?limit=1', '/v1/notes/total_count']) {
      const { headers } = await user.get(path);
      const [kept, vary] = [headers.get('cache-control'), headers.get('vary')];
      assert.deepEqual([headers.get('etag'), kept, vary], [null, 'private, no-cache', 'Authorization'], path);
      assert.equal(
        (await service.anonymous.get(`${path.split('?')[0]}?access_token=${user.token}`)).headers.get('cache-control'),
        'no-store',
      );
    }
  });

  test('304 without a body when If-None-Match has the current tag', async () => {
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      for (const method of ['GET', 'HEAD']) {
        const { status, body, headers } = await user.send(method, href, { headers: { 'if-none-match': known } });
        assert.deepEqual([status, body, headers.get('etag')], [304, '', tag]);
        assert.deepEqual([headers.get('cache-control'), headers.get('vary')], ['private, no-cache', 'Authorization']);
      }
    }
    for (const known of ['"other"', tag.slice(1, -1), '', `"${tag}"`])
      assert.equal((await user.get(href, { headers: { 'if-none-match': known } })).status, 200);
  });

  test('204 for a change with the current tag in If-Match', async () => {
    assert.equal((await user.put(href, { title: `Changed ${number}` }, match(tag))).status, 204);
    assert.equal(await titleOf(href), `Changed ${number}`);
    assert.equal((await user.put(href, { count: 3 }, match('*'))).status, 204);
    const now = (await user.get(href)).headers.get('etag')!;
    assert.equal((await user.delete(href, match(`"other", ${now}`))).status, 204);
    assert.equal((await user.get(href)).status, 404);
  });

  test('412 for a change that the current tag or `*` in If-None-Match forbids, 204 with another tag', async () => {
    const unless = (known: string) => ({ headers: { 'if-none-match': known } });
    for (const known of ['*', tag, `W/${tag}`, `"other", ${tag}`]) {
      for (const answer of [await user.put(href, { count: 4 }, unless(known)), await user.delete(href, unless(known))])
        assert.deepEqual([answer.status, answer.body.error.reason, answer.headers.get('etag')], [412, 'changed', tag], known);
    }
    assert.equal((await user.put('/v1/notes/x', { count: 4 }, unless('*'))).status, 404);
    assert.equal((await user.put(href, { count: 4 }, { headers: { 'if-match': tag, 'if-none-match': '"other"' } })).status, 204);
  });

  test('404 comes before 403, 403 before 412, and 412 before 400', async () => {
    const stranger = await service.signIn();
    const hidden = await user
      .create('/v1/notes', { title: 'hidden' })
      .catch(async () => (await user.get('/v1/notes?search=hidden')).body.items[0].href as string);
    assert.equal((await stranger.put(hidden, { count: 1 }, match('"stale"'))).status, 404);
    assert.equal((await user.put('/v1/notes/x', { count: 1 }, match('"stale"'))).status, 404);
    assert.equal((await stranger.put(href, { count: 1 }, match('"stale"'))).status, 403);
    await user.put(href, { count: 13 });
    assert.equal((await user.put(href, { count: 1 }, match('"stale"'))).status, 412);
    assert.equal((await user.put(href, { count: 1 })).status, 400);
    assert.equal((await user.put(href, { count: 'x' }, match('"stale"'))).status, 400, 'what the document forbids is refused first');
  });

  test('412 comes before a refusal that rests on a replica', async () => {
    await user.put(href, { count: 1 });
    assert.equal((await user.post(`${href}/orders`, { product: 'nowhere' }, match(tag))).status, 412);
    assert.equal((await user.post(`${href}/orders`, { product: 'nowhere' })).status, 400);
  });

  test('204 for only one of several concurrent changes with the same tag, 412 for the others', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => user.put(href, { title: `One of ${number} ${index}` }, match(tag))),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, ...Array.from({ length: 7 }, () => 412)]);
  });

  test('an entity that was read before it was locked is read again', async () => {
    closeGate();
    const held = user.post('/v1/trials/stale-load', { gid: href.split('/').at(-1) });
    await gate.entered.promise;
    assert.equal((await user.put(href, { count: 9 })).status, 204);
    gate.opened.resolve();
    assert.deepEqual([(await held).body.title, (await held).body.count], ['true', 9]);
  });

  test('201 for both of two deadlocked writes; 400 names the field of a broken constraint', async () => {
    const other = await user.create('/v1/notes', { title: `Other ${number}` });
    const gids = [href, other].map((path) => path.split('/').at(-1)!);
    const answers = await Promise.all([gids, gids.toReversed()].map((order) => user.post('/v1/trials/deadlock', { gids: order })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [201, 201],
    );
    assert.equal((await user.get(href)).body.count, 2);
    const { status, body } = await user.post('/v1/trials/constraint', {});
    assert.deepEqual([status, body.error.details], [400, [noteFaults.taken('title')]]);
  });
});
