import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepared } from './prepared.ts';
import { raw, sql } from './sql.ts';

test('a statement keeps its name; once four hundred are named, further ones run unnamed', () => {
  const first = prepared(sql`select ${1}`, true);
  assert.ok(first.name);
  assert.equal(prepared(sql`select ${2}`, true).name, first.name);
  assert.equal(prepared(sql`select ${2}, 'rare'`, false).name, undefined);
  const names = Array.from({ length: 600 }, (_, index) => prepared(raw(`select ${index}`), true).name);
  assert.ok(new Set(names.filter(Boolean)).size < 400);
  assert.equal(names.at(-1), undefined);
  assert.equal(prepared(sql`select ${3}`, true).name, first.name);
});
