import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entityTag, namesState, namesTag } from './headers.ts';

const user = (lastname: string, lastSeen: string | null): string =>
  JSON.stringify({ gid: 'x', lastname, last_seen: lastSeen, member_of: [] });
const [early, late] = ['2026-11-21T10:00:00+0000', '2026-11-21T10:01:00+0000'];
const [never, seen, later] = [entityTag(user('Reed', null)), entityTag(user('Reed', early)), entityTag(user('Reed', late))];
const renamed = entityTag(user('Ray', late));

test('the tag of a body changes with every byte of it', () => {
  assert.equal(new Set([never, seen, later, renamed]).size, 4);
  for (const tag of [never, seen, later, renamed]) assert.match(tag, /^"[\w-]{27}:[\w-]{27}"$/);
  assert.match(entityTag('{"lastname":"Reed"}'), /^"[\w-]{27}"$/);
  assert.notEqual(entityTag('{"lastname":"Reed"}'), entityTag('{"lastname":"Ray"}'));
  assert.match(entityTag(JSON.stringify({ text: '"last_seen":null' })), /^"[\w-]{27}"$/);
});

test('a user who was seen since is unchanged for If-Match and changed for If-None-Match', () => {
  for (const known of [never, seen]) {
    assert.equal(namesState(known, later), true);
    assert.equal(namesState(`"other", W/${known}`, later), true);
    assert.equal(namesTag(known, later), false);
  }
  assert.equal(namesState('*', later), true);
  for (const known of [renamed, '"other"', '":"', '', later.slice(1, -1), later.replace(/:.*/, ''), later.replace(/.*:/, '"')])
    assert.equal(namesState(known, later), false, known);
});
