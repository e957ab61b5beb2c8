import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { testService, type ApiClient, type TestService } from '@partner-ordering/testing';
import { createNotes } from '@partner-ordering/testing/notes';

describe('links of a page', () => {
  let service: TestService;
  let user: ApiClient & { gid: string };
  before(async () => {
    service = await testService('notes', createNotes);
    user = await service.signIn();
    for (const title of ['1', '2', '3', '4', '5']) await user.create('/v1/notes', { title });
  });
  after(() => service.stop());

  const linksOf = async (path: string): Promise<Record<string, string>> => {
    const { status, headers } = await user.get(path);
    assert.equal(status, 200, path);
    const links = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="(\w+)"/g)];
    return Object.fromEntries(links.map(([, address, relation]) => [relation!, address!]));
  };

  /** The `next` of a page, without the value of its `after`. */
  const nextOf = async (path: string) => (await linksOf(path))['next']?.replace(/after=[\w-]+/, 'after=…');

  test('next and, with offset, prev lead through a whole collection and back', async () => {
    const seen: string[][] = [];
    const visit = async (first: string, relation: string): Promise<void> => {
      for (let path: string | undefined = first; path !== undefined; path = (await linksOf(path))[relation]) {
        const { items } = (await user.get(path)).body as { items: { title: string }[] };
        seen.push(items.map(({ title }) => title));
      }
    };
    await visit('/v1/notes?orderBy=title&sort=asc&limit=2', 'next');
    await visit('/v1/notes?orderBy=title&sort=asc&limit=2&offset=4', 'prev');
    assert.deepEqual(seen, [['1', '2'], ['3', '4'], ['5'], ['5'], ['3', '4'], ['1', '2']]);
  });

  test('a page links existing pages only, with the parameters of its request; a count has no links', async () => {
    assert.deepEqual(await linksOf('/v1/notes'), {});
    assert.deepEqual(await linksOf('/v1/notes/total_count'), {});
    assert.equal(await nextOf('/v1/notes?limit=3'), '/v1/notes?limit=3&after=…');
    assert.equal(await nextOf('/v1/notes?offset=1&limit=3'), '/v1/notes?limit=3&after=…');
    assert.equal((await linksOf('/v1/notes?limit=3&offset=1'))['prev'], '/v1/notes?limit=3&offset=0');
    assert.deepEqual(await linksOf('/v1/notes?limit=2&offset=90'), { prev: '/v1/notes?limit=2&offset=3' });
    assert.deepEqual(await linksOf('/v1/notes?offset=2&query=%5B%22title%22,%22%3E%22,%220%22%5D'), {
      prev: '/v1/notes?offset=0&query=%5B%22title%22%2C%22%3E%22%2C%220%22%5D&limit=10',
    });
  });

  test('links do not repeat the access token of the address', async () => {
    const token = user.token;
    const { status, headers } = await service.anonymous.get(`/v1/notes?limit=2&access_token=${token}`);
    assert.equal(status, 200);
    assert.match(headers.get('link')!, /^<\/v1\/notes\?limit=2&after=[\w-]+>; rel="next"$/);
  });

  test('a page has links up to 8 KiB', async () => {
    for (const [length, links] of [
      [7_000, 1],
      [8_200, 0],
    ] as const) {
      const query = JSON.stringify(['title', 'in', ['1', '2', '3', 'x'.repeat(length)]]);
      const { status, headers, body } = await user.get('/v1/notes', { parameters: { query, limit: 1 } });
      assert.deepEqual([status, body.total_count, headers.get('link') === null ? 0 : 1], [200, 3, links]);
    }
  });

  test('400 refuses a page behind the first 1,000 results of a search, and next ends there', async () => {
    const text = `insert into note (gid, created_at, title, count, owner_gid)
      select gen_random_uuid(), now(), 'logo ' || number, 0, $1 from generate_series(1, 1005) number`;
    await service.service.database.query({ text, values: [user.gid] });
    const limits: number[] = [];
    for (let path: string | undefined = '/v1/notes?search=logo&limit=99'; path !== undefined; path = (await linksOf(path))['next']) {
      const { body } = await user.get(path);
      assert.equal(body.total_count, 1005);
      limits.push(body.items.length as number);
    }
    assert.deepEqual(limits, [...Array.from({ length: 10 }, () => 99), 10]);

    const { status, body } = await user.get('/v1/notes?search=logo&limit=11&offset=990');
    const message = 'must end with the first 1000 results of a search, together with limit';
    assert.deepEqual([status, body.error.details], [400, [{ path: 'offset', code: 'beyond_search', message, params: { max: 1000 } }]]);
    assert.equal((await user.get('/v1/notes?search=%20&offset=2000')).status, 200);
  });
});
