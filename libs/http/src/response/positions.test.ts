import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { testService, type ApiClient, type TestService } from '@partner-ordering/testing';
import { createNotes } from '@partner-ordering/testing/notes';

type Parameters = Readonly<Record<string, unknown>>;

describe('the position at which a page begins', () => {
  let service: TestService;
  let user: ApiClient & { gid: string };
  before(async () => {
    service = await testService('notes', createNotes);
    user = await service.signIn();
    for (const title of ['1', '2', '3', '4', '5']) await user.create('/v1/notes', { title });
  });
  after(() => service.stop());

  const linkOf = async (parameters: Parameters, path = '/v1/notes'): Promise<string> =>
    (await user.get(path, { parameters })).headers.get('link') ?? '';
  const positionIn = async (parameters: Parameters): Promise<string> => /[?&]after=([\w-]+)/.exec(await linkOf(parameters))![1]!;
  const refusalOf = async (parameters: Parameters, by: ApiClient = user) => {
    const { status, body } = await by.get('/v1/notes', { parameters });
    assert.equal(status, 400, JSON.stringify(parameters));
    return (body.error.details as { path: string; code: string }[]).map(({ path, code }) => `${path} ${code}`).join();
  };

  test('400 for a position beside an offset', async () => {
    const position = await positionIn({ limit: 2 });
    assert.equal(await refusalOf({ limit: 2, after: position, offset: 0 }), 'after mutually_exclusive');
  });

  test('400 for a position of another query, search, order, user or list; limit may change', async () => {
    const parameters = { limit: 2, orderBy: 'title', sort: 'asc', query: '["title",">","0"]' };
    const position = await positionIn(parameters);
    const { body } = await user.get('/v1/notes', { parameters: { ...parameters, after: position, limit: 1 } });
    assert.deepEqual(
      (body.items as { title: string }[]).map(({ title }) => title),
      ['3'],
    );
    for (const other of [
      { query: '["title",">","1"]' },
      { query: undefined },
      { search: '3' },
      { orderBy: 'created_at' },
      { orderBy: undefined },
      { sort: 'desc' },
    ]) {
      const changed = Object.entries({ ...parameters, ...other, after: position }).filter(([, value]) => value !== undefined);
      assert.equal(await refusalOf(Object.fromEntries(changed)), 'after of_another_list', JSON.stringify(other));
    }
    assert.equal(await refusalOf({ ...parameters, after: position }, await service.signIn()), 'after of_another_list');
  });

  test('400 for what is no position', async () => {
    const parameters = { limit: 1, orderBy: 'created_at' };
    const [list, key, value] = JSON.parse(Buffer.from(await positionIn(parameters), 'base64url').toString()) as string[];
    const forged = (parts: unknown): string => Buffer.from(JSON.stringify(parts)).toString('base64url');
    for (const position of [
      ...['x', 'é', 'A'.repeat(8192), Buffer.from('[').toString('base64url')],
      ...[null, 1, {}, [], [list], [list, key], [list, key, null], [list, key, 1], [list, [key], value]].map(forged),
      ...[newGid().slice(1), '', "x' or true --", '\u0000'].map((bad) => forged([list, bad, value])),
      ...['', 'x', '2026-02-30', '\u0000', 'x'.repeat(4000)].map((bad) => forged([list, key, bad])),
    ])
      assert.equal(await refusalOf({ ...parameters, after: position }), 'after not_valid', position);
    for (const [position, code] of [
      ['', 'empty'],
      ['A'.repeat(8193), 'too_long'],
    ] as const)
      assert.equal(await refusalOf({ ...parameters, after: position }), `after ${code}`);
    assert.equal((await user.get('/v1/notes', { parameters: { ...parameters, after: forged([list, newGid(), value]) } })).status, 200);
  });

  test('a search by relevance leads on by offset; one in an order by its position', async () => {
    for (const title of ['logo 1', 'logo 2', 'logo 3']) await user.create('/v1/notes', { title });
    assert.equal(await linkOf({ search: 'logo', limit: 2 }), '</v1/notes?search=logo&limit=2&offset=2>; rel="next"');
    const titles: string[] = [];
    let path: string | undefined = '/v1/notes?search=logo&limit=2&orderBy=title';
    while (path !== undefined) {
      const { body, headers } = await user.get(path);
      titles.push(...(body.items as { title: string }[]).map(({ title }) => title));
      path = /<([^>]+after=[^>]+)>/.exec(headers.get('link') ?? '')?.[1];
    }
    assert.deepEqual(titles, ['logo 3', 'logo 2', 'logo 1']);
    assert.equal(
      await refusalOf({ search: 'logo', after: await positionIn({ search: 'logo', orderBy: 'title', limit: 2 }) }),
      'after of_another_list',
    );
  });
});
