import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summaryOf } from './spans.ts';

test('a statement is named by its operation and its table', () => {
  const statements = {
    'select "p".* from "project" as "p" where gid = $1 for update': 'select project',
    'insert into "outbox" (topic) values ($1) on conflict (id) do update set topic = $1': 'insert outbox',
    'UPDATE only file SET size = $1': 'update file',
    'delete from job where id = any($1)': 'delete job',
    'with due as (select id from job for update skip locked) update job set worker = $1 from due': 'update job',
    'select pg_advisory_xact_lock($1)': 'select',
    'select exists (select 1 from membership where "user" = $1)': 'select membership',
    'select wanted.key from unnest($1::text[]) as wanted (key)': 'select',
    'with found as (select key from shared_state where type = $1) select * from found': 'select shared_state',
    begin: 'begin',
    commit: 'commit',
    '': 'query',
  };
  for (const [text, summary] of Object.entries(statements)) assert.equal(summaryOf(text).summary, summary, text);
});

test('no value of a statement is recorded', () => {
  for (const text of [
    `select * from note where title = 'from hunter2'`,
    `insert into note (title) values ('hunter2')`,
    `set password = 'hunter2'`,
  ])
    assert.doesNotMatch(JSON.stringify(summaryOf(text)), /hunter2/);
});
