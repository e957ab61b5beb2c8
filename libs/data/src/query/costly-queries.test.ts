import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { searchable, testThings, things, type TestThings, admin } from '../fixtures/things.ts';
import { thing } from '../fixtures/thing-rows.ts';
import { readCount, readList } from '../reads/read-list.ts';
import type { Resource } from '../resources/resource.ts';

const many = (count: number, expression: (index: number) => unknown): unknown[] => Array.from({ length: count }, (_, n) => expression(n));
const text = (n: number) => ['title', '~=', `word ${n}`];

/** Refuses a query before it asks the database anything. */
async function refusalOf(query: unknown): Promise<unknown> {
  const silent = { query: () => assert.fail('PostgreSQL was asked') };
  const collection = { searchable, orderable: [], fields: ['gid'] };
  const options = { collection, parameters: { query: JSON.stringify(query) }, principal: admin };
  const details: unknown[] = [];
  for (const read of [readList, readCount])
    await read(silent, things as Resource, options).catch((error: { details: object[] }) => details.push(...error.details));
  assert.deepEqual(details[0], details[1]);
  return details[0];
}

describe('costly comparisons of a query', () => {
  let db: TestThings;
  const row = thing({ title: 'word 1', count: 3 });
  before(async () => {
    db = await testThings();
    await db.insert([row, thing({ title: 'other' })]);
  });
  after(() => db.drop());

  test('400 refuses a sixth comparison of text, wherever it stands; equal ones of a group are one', async () => {
    assert.equal(await db.count(['OR', many(5, text)]), 1);
    assert.equal(await db.count(['OR', [...many(5, text), ...many(45, () => text(1))]]), 1);
    const message = 'is too expensive: at most 5 comparisons take ~=, like, a list of times or the value me';
    const refusal = { path: 'query', code: 'too_expensive', message, params: { max: 5 } };
    for (const query of [
      ['OR', many(6, text)],
      [
        ['OR', many(3, text)],
        ['OR', many(3, (n) => ['note', 'like', `${n}`])],
      ],
      many(6, (n) => ['tags', 'exclude', ['name', '~=', `${n}`]]),
      many(6, (n) => ['box.title', '~=', `${n}`]),
      many(6, (n) => ['tags.name', '~=', `${n}`]),
    ])
      assert.deepEqual(await refusalOf(query), refusal, JSON.stringify(query));
  });

  test('400 refuses a sixth list of times; other lists may be fifty of a hundred values', async () => {
    const times = (n: number) => ['created_at', '!in', ['2020-01-01', `2020-01-0${n + 2}`]];
    assert.equal(await db.count(many(5, times)), 2);
    assert.equal(((await refusalOf(many(6, times))) as { code: string }).code, 'too_expensive');
    const lists = many(50, (n) =>
      n % 2 === 0 ? ['gid', '!in', many(100, newGid)] : ['count', '!in', [3, ...many(99, (value) => 1000 * n + (value as number))]],
    );
    assert.equal(await db.count(lists), 1);
  });
});
