import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client, Connection, Query } from 'pg';
import pg from 'pg/package.json' with { type: 'json' };

const members = {
  Client: ['_types', 'connection'],
  Connection: ['submittedNamedStatements', 'stream', 'sync'],
  Query: ['_result', 'callback', 'name', 'text', 'submit'],
  handlers: ['handleRowDescription', 'handleDataRow', 'handleCommandComplete', 'handleReadyForQuery', 'handleError'],
};

test('pg has the private members that a batch of statements uses, in the version that it was tested with', () => {
  const query = new Query({ text: 'select 1', name: 'one' });
  const holders: Record<keyof typeof members, object> = {
    Client: new Client(),
    Connection: new Connection(),
    Query: query,
    handlers: query,
  };
  const missing = Object.entries(members).flatMap(([holder, names]) =>
    names.filter((name) => !(name in holders[holder as keyof typeof members])).map((name) => `${holder}.${name}`),
  );
  assert.deepEqual([missing, pg.version], [[], '8.23.0']);
});
