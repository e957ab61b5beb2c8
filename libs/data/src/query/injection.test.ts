import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchable, testThings, things } from '../fixtures/things.ts';
import { newGid } from '@partner-ordering/kernel';
import { readCount, readList } from '../reads/read-list.ts';
import { readOne } from '../reads/read-one.ts';
import type { Resource } from '../resources/resource.ts';
import type { Sql, Statement } from '../connection/sql.ts';

test('text of a client never becomes part of the SQL', async () => {
  const { database, drop } = await testThings();
  const [gid, organization] = [newGid(), newGid()];
  const texts: string[] = [];
  const recording = {
    query: <Row>(statement: Sql | Statement): Promise<Row[]> => {
      texts.push(statement.text);
      return database.query<Row>(statement);
    },
  };
  const marker = 'mArKeR';
  const query = [
    ['title', '==', marker],
    [
      'OR',
      [
        ['note', '~=', marker],
        ['gid', '!=', marker],
        ['note', 'in', [marker, null]],
      ],
    ],
    ['tags', 'exclude', ['name', '<', marker]],
    ['box', 'intersect', ['title', '>=', marker]],
  ];
  const collection = { searchable, orderable: ['title'], fields: ['gid'] };
  const principal = { user: newGid(), isAdmin: false, memberOf: [newGid()], manages: [newGid(), newGid()] };
  const parameters = { query: JSON.stringify(query), search: marker, orderBy: 'title', sort: 'asc', offset: 414, limit: 42 } as const;
  await readList(recording, things as Resource, { collection, parameters, principal });
  await readList(recording, things as Resource, { collection, parameters: { search: marker }, principal });
  await readCount(recording, things as Resource, { collection, parameters: { query: parameters.query }, principal });
  await assert.rejects(readOne(recording, things as Resource, { gid, principal, parent: { field: 'organization', value: organization } }));
  assert.equal(texts.length, 6, 'each search looks up the words first; counts take none');
  for (const text of texts) {
    assert.doesNotMatch(text.replaceAll(/\$\d+/g, ''), /marker|\b(414|456|42)\b/i);
    for (const value of [principal.user, ...principal.memberOf, ...principal.manages, gid, organization]) assert.ok(!text.includes(value));
  }
  await drop();
});
