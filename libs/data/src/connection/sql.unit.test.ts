import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abbreviation, prepared, raw, sql } from './sql.ts';

test('a statement keeps its name; what clients shape has a share of its own and cannot take the names of others', () => {
  const first = prepared(sql`select ${1}`, 'own');
  assert.ok(first.name);
  assert.equal(prepared(sql`select ${2}`, 'own').name, first.name);
  assert.equal(prepared(sql`select ${2}, 'rare'`, 'special').name, undefined);
  const flood = Array.from({ length: 600 }, (_, index) => prepared(raw(`select ${index}`), 'client').name);
  assert.ok(new Set(flood.filter(Boolean)).size <= 100);
  assert.equal(flood.at(-1), undefined);
  assert.ok(prepared(raw('select of our own'), 'own').name);
  assert.equal(prepared(sql`select ${3}`, 'own').name, first.name);
});

test('an abbreviation is sent in full, with a name or without', () => {
  const [price, title] = [abbreviation(raw('p.price as "price"')), abbreviation(sql`left(p.title, ${9}) as "title"`)];
  const statement = sql`select ${title},${price} from p where gid = ${1}`;
  const [own, special] = [prepared(statement, 'own'), prepared(statement, 'special')];
  assert.equal(own.text, 'select left(p.title, $1) as "title",p.price as "price" from p where gid = $2');
  assert.deepEqual(special, { text: own.text, values: [9, 1] });
  assert.equal(prepared(sql`select ${title},${price} from p where gid = ${2}`, 'own').name, own.name);
});
