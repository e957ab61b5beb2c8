import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { givenToken } from './auth.ts';
import { clientOf, openServer, type Seen } from './fixtures/server.ts';
import { all, any, Expression } from './query.ts';

const queryOf = ({ path }: Seen): unknown => JSON.parse(new URL(path, 'http://localhost').searchParams.get('query') ?? 'null');
const parametersOf = ({ path }: Seen): Record<string, string> => Object.fromEntries(new URL(path, 'http://localhost').searchParams);

/** A collection of ten comments, of which it gives what a page asks for, by its offset. */
async function openComments() {
  const gids = Array.from({ length: 10 }, (_, index) => `gid-${9 - index}`);
  return openServer((request) => {
    const { offset = '0', limit = '10' } = parametersOf(request);
    const [, , after] = (JSON.stringify(queryOf(request)).match(/\["gid","(<)","([^"]+)"\]/) ?? []) as string[];
    const remainingGids = gids.filter((gid) => after === undefined || gid < after);
    const items = remainingGids.slice(Number(offset), Number(offset) + Number(limit)).map((gid) => ({ gid }));
    return { status: 200, body: { total_count: remainingGids.length, items } };
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
      // @ts-expect-error a dry run creates nothing
      void api.createProject({} as never, { dry_run: true }).then(({ gid }) => gid);
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

  test('for await reads all items by their gid, so that a change between pages neither hides nor doubles one', async () => {
    await using server = await openComments();
    const { api } = clientOf(server.url, { auth });
    const found: string[] = [];
    for await (const { gid } of api.listComments({ where: (c) => c.uri.eq('/v1/projects/1'), limit: 4 })) found.push(gid);
    assert.deepEqual(
      found,
      Array.from({ length: 10 }, (_, index) => `gid-${9 - index}`),
    );
    const uri = ['uri', '==', '/v1/projects/1'];
    assert.deepEqual(server.requests.map(queryOf), [uri, ['AND', [uri, ['gid', '<', 'gid-6']]], ['AND', [uri, ['gid', '<', 'gid-2']]]]);
  });

  test('for await in another order goes by offset and gives no item twice', async () => {
    // With each page another comment has come before those that there were.
    await using server = await openServer((request, index) => {
      const { offset, limit } = parametersOf(request);
      const all = Array.from({ length: 9 + index }, (_, place) => ({ gid: `gid-${8 + index - place}` }));
      return { status: 200, body: { total_count: all.length, items: all.slice(Number(offset), Number(offset) + Number(limit)) } };
    });
    const { api } = clientOf(server.url, { auth });
    const found: string[] = [];
    for await (const { gid } of api.listComments({ orderBy: 'created_at', limit: 4, offset: 1 })) found.push(gid);
    assert.deepEqual(
      found,
      Array.from({ length: 8 }, (_, place) => `gid-${7 - place}`),
    );
    assert.deepEqual(
      server.requests.map((each) => parametersOf(each)['offset']),
      ['1', '5', '9'],
    );
  });

  test('for await of a search ends with the first 1,000 items, behind which the API refuses pages', async () => {
    await using server = await openServer((request) => {
      const { offset, limit } = parametersOf(request);
      const items = Array.from({ length: Number(limit) }, (_, place) => ({ gid: `gid-${Number(offset) + place}` }));
      return { status: 200, body: { total_count: 5_000, items } };
    });
    const { api } = clientOf(server.url, { auth });
    const found: string[] = [];
    for await (const { gid } of api.listProjects({ search: 'logo', offset: 850 })) found.push(gid);
    assert.deepEqual([found.length, found.at(-1)], [150, 'gid-999']);
    assert.deepEqual(
      server.requests.map(parametersOf).map(({ offset, limit }) => [offset, limit]),
      [
        ['850', '100'],
        ['950', '50'],
      ],
    );
  });

  test('catch and finally are there as of any promise', async () => {
    await using server = await openServer(() => ({ status: 404, body: {} }));
    const messages: unknown[] = [];
    const pages = clientOf(server.url, { auth }).api.listComments();
    await pages.finally(() => messages.push('done')).catch((error: unknown) => messages.push((error as Error).name));
    assert.deepEqual(messages, ['done', 'NotFoundError']);
  });
});
