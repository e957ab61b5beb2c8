import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { givenToken } from './auth.ts';
import { clientOf, openServer, type Seen } from './fixtures/server.ts';
import { all, any, Expression } from './query.ts';

const queryOf = ({ path }: Seen): unknown => JSON.parse(new URL(path, 'http://localhost').searchParams.get('query') ?? 'null');
const parametersOf = ({ path }: Seen): Record<string, string> => Object.fromEntries(new URL(path, 'http://localhost').searchParams);

/** A collection of ten comments. Each page has a link to the next, with whatever the server calls its place. */
async function openComments() {
  const items = Array.from({ length: 10 }, (_, index) => ({ gid: `gid-${9 - index}` }));
  return openServer(({ path }) => {
    const url = new URL(path, 'http://localhost');
    const [first, limit] = [Number(url.searchParams.get('after') ?? 0), Number(url.searchParams.get('limit') ?? 10)];
    url.searchParams.set('after', String(first + limit));
    return {
      status: 200,
      headers: first + limit < items.length ? { link: `<${url.pathname}${url.search}>; rel="next"` } : {},
      body: { total_count: items.length, items: items.slice(first, first + limit) },
    };
  });
}

const auth = givenToken('a-token');

describe('queries', () => {
  test('a query is the JSON of the query language', async () => {
    await using server = await openComments();
    const { api } = clientOf(server.url, { auth });
    const at = new Date('2026-11-20T12:00:00Z');
    await api.listProjects({ where: (p) => p.status.eq('draft') });
    await api.listProjects({ where: (p) => p.status.in(['draft', 'paid']).and(p.organization.gid.ne('o'), p.created_at.ge(at)) });
    await api.listProjects({ where: (p) => any(p.owner.gid.eq('u'), all(p.deadline_at.lt('2026-12-01'), p.short_code.contains('A"'))) });
    await api.listWorks({
      where: (w) =>
        w.parent.eq(null).or(
          w.project.intersect((p) => p.gid.eq('p')),
          w.parent.exclude((p) => p.gid.eq('q')),
        ),
    });
    await api.countProjects({ where: ['state', '==', 'proposal'] });
    assert.deepEqual(server.requests.map(queryOf), [
      ['status', '==', 'draft'],
      [
        'AND',
        [
          ['status', 'in', ['draft', 'paid']],
          ['organization.gid', '!=', 'o'],
          ['created_at', '>=', '2026-11-20T12:00:00.000Z'],
        ],
      ],
      [
        'OR',
        [
          ['owner.gid', '==', 'u'],
          [
            'AND',
            [
              ['deadline_at', '<', '2026-12-01'],
              ['short_code', '~=', 'A"'],
            ],
          ],
        ],
      ],
      [
        'OR',
        [
          ['parent', '==', null],
          ['project', 'intersect', ['gid', '==', 'p']],
          ['parent', 'exclude', ['gid', '==', 'q']],
        ],
      ],
      ['state', '==', 'proposal'],
    ]);
  });

  test('all() without conditions asks for nothing: an and() leaves it out, and with it an or() asks for nothing either', () => {
    const draft = new Expression(['status', '==', 'draft']);
    const found = [all(), all(all(), draft), draft.and(all(), draft), any(draft, all()), all(any(all()), draft)];
    const [json, both] = [draft.toJSON(), ['AND', [draft.toJSON(), draft.toJSON()]]];
    assert.deepEqual(
      found.map((expression) => expression.toJSON()),
      [[], json, both, [], json],
    );
  });

  test('a field, a value, an order and a body that the document does not know do not compile', () => {
    const { api } = clientOf('http://127.0.0.1:1', { auth });
    void (() => {
      // @ts-expect-error a query ends with an operator
      void api.listProjects({ where: (p) => p.status });
      // @ts-expect-error no collection of projects is searched by this
      void api.listProjects({ where: (p) => p.colour.eq('red') });
      // @ts-expect-error no status is called so
      void api.listProjects({ where: (p) => p.status.eq('open') });
      // @ts-expect-error a status has no order
      void api.listProjects({ where: (p) => p.status.lt('paid') });
      // @ts-expect-error true and false have no parts
      void api.listApplications({ where: (a) => a.is_enabled.contains('x') });
      // @ts-expect-error prices are not ordered by this
      void api.listPrices({ orderBy: 'title' });
      // @ts-expect-error a comment has a uri
      void api.createComment({ message: 'Hello' });
      // @ts-expect-error a dry run is a function of its own
      void api.createProject({} as never, { dry_run: true });
    });
  });
});

describe('collections', () => {
  test('await gives one page, and nothing is asked before', async () => {
    await using server = await openComments();
    const pages = clientOf(server.url, { auth }).api.listComments({ limit: 3, sort: 'asc', orderBy: 'created_at' });
    assert.equal(server.requests.length, 0);
    const { total_count, items } = await pages;
    assert.deepEqual([total_count, items.length], [10, 3]);
    assert.deepEqual(server.requests.map(parametersOf), [{ limit: '3', sort: 'asc', orderBy: 'created_at' }]);
  });

  test('for await reads all items by the links of pages, each with the same query', async () => {
    await using server = await openComments();
    const { api } = clientOf(server.url, { auth });
    const [found, statuses]: [string[], number[]] = [[], []];
    const comments = api.listComments(
      { where: (c) => c.uri.eq('/v1/projects/1'), orderBy: 'created_at', limit: 4 },
      { onAnswer: ({ status }) => void statuses.push(status) },
    );
    for await (const { gid } of comments) found.push(gid);
    assert.deepEqual(
      found,
      Array.from({ length: 10 }, (_, index) => `gid-${9 - index}`),
    );
    const query = { query: '["uri","==","/v1/projects/1"]', orderBy: 'created_at', limit: '4' };
    assert.deepEqual(server.requests.map(parametersOf), [query, { ...query, after: '4' }, { ...query, after: '8' }]);
    assert.deepEqual(statuses, [200, 200, 200]);
  });

  test('for await asks for pages of 100, and ends without a link, as a search does before its count', async () => {
    await using server = await openServer((request) => {
      const isFirst = parametersOf(request)['offset'] === '850';
      const items = Array.from({ length: isFirst ? 100 : 50 }, () => ({ gid: 'gid' }));
      const link = '</v1/projects?search=logo&offset=950&limit=50>; rel="next", </v1/projects?offset=750&limit=100>; rel="prev"';
      return { status: 200, headers: isFirst ? { link } : {}, body: { total_count: 5_000, items } };
    });
    const { api } = clientOf(server.url, { auth });
    let found = 0;
    for await (const _ of api.listProjects({ search: 'logo', offset: 850 })) found += 1;
    assert.equal(found, 150);
    assert.deepEqual(server.requests.map(parametersOf), [
      { search: 'logo', offset: '850', limit: '100' },
      { search: 'logo', offset: '950', limit: '50' },
    ]);
  });

  test('for await throws, rather than end too early, where a page that others follow has no link', async () => {
    const link = '</v1/comments?limit=2&after=x>; rel="next"';
    for (const links of [[], [link]]) {
      await using server = await openServer((_request, index) => ({
        status: 200,
        headers: links[index] === undefined ? {} : { link: links[index] },
        body: { total_count: 5, items: [{ gid: 'a' }, { gid: 'b' }] },
      }));
      const found: string[] = [];
      await assert.rejects(
        async () => {
          for await (const { gid } of clientOf(server.url, { auth }).api.listComments({ limit: 2 })) found.push(gid);
        },
        { name: 'PartnerOrderingError', message: /no Link/ },
      );
      assert.equal(found.length, 2 * (links.length + 1));
    }
  });

  test('catch and finally are there as of any promise', async () => {
    await using server = await openServer(() => ({ status: 404, body: {} }));
    const messages: unknown[] = [];
    const pages = clientOf(server.url, { auth }).api.listComments();
    await pages.finally(() => messages.push('done')).catch((error: unknown) => messages.push((error as Error).name));
    assert.deepEqual(messages, ['done', 'NotFoundError']);
  });
});
