import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedLanguage, acceptedType, asksForStream, entityTag, eventTypes, includesStateTag, includesTag } from './headers.ts';

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

test('a project that somebody has looked at since is unchanged for If-Match and changed for If-None-Match', () => {
  const project = (title: string, hasUnseen: boolean, lastSeen: string | null) =>
    entityTag(JSON.stringify({ title, has_unseen: hasUnseen, last_seen: lastSeen, vat: null }));
  const [before, after] = [project('A', true, null), project('A', false, late)];
  assert.deepEqual([includesStateTag(before, after), includesTag(before, after)], [true, false]);
  assert.equal(includesTag(project('A', false, null), before), false);
  assert.equal(includesStateTag(project('B', false, late), after), false);
});

test('a user who was seen since is unchanged for If-Match and changed for If-None-Match', () => {
  for (const known of [never, seen]) {
    assert.equal(includesStateTag(known, later), true);
    assert.equal(includesStateTag(`"other", W/${known}`, later), true);
    assert.equal(includesTag(known, later), false);
  }
  assert.equal(includesStateTag('*', later), true);
  for (const known of [renamed, '"other"', '":"', '', later.slice(1, -1), later.replace(/:.*/, ''), later.replace(/.*:/, '"')])
    assert.equal(includesStateTag(known, later), false, known);
});

const json = 'application/json';
const stream = 'text/event-stream';
const xml = 'application/xml';
/** As the root offers them to a browser. */
const root = [json, xml, 'text/xml', 'text/html'];

type Choices = readonly (readonly [accept: string | undefined, chosen: string | undefined])[];
const choices: readonly (readonly [offered: readonly string[], Choices])[] = [
  [
    eventTypes,
    [
      [undefined, json],
      ['', json],
      ['*/*', json],
      ['application/*', json],
      ['application/json, text/event-stream', json],
      ['text/event-stream;q=0.1, */*', json],
      ['text/event-stream', stream],
      ['TEXT/Event-Stream', stream],
      ['text/*', stream],
      ['image/png, text/*;q=0.1', stream],
      ['text/event-stream, application/json', stream],
      ['application/json;q=0.5, text/event-stream', stream],
      ['application/json;q=0, */*', stream],
      ['application/json;charset=UTF-8', json],
      ['text/event-stream; charset="utf-8"', stream],
      ['image/png', undefined],
      ['image/png,'.repeat(99) + stream, stream],
      ['image/png,'.repeat(100) + stream, json],
      ['text/event-stream;q=0', undefined],
    ],
  ],
  [
    root,
    [
      ['application/json, text/plain, */*', json],
      ['text/xml;charset=utf-8;q=0.9, application/json;q=0.5', 'text/xml'],
      ['application/json;version="1,2;q=0\\"";Q=0.4, application/xml;charset=utf-8;q=0.3', json],
      ['application/json;q=0.3;version=1, application/xml ; v=1 ; q=0.4', xml],
      ['application/json;charset=utf-8;q=0, */*', xml],
      ['*/*;charset=utf-8;q=0.9, application/json;q=0.1', xml],
      ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', 'text/html'],
      ['application/xml;q=0.9, application/json;q=0.9', xml],
      ['application/json;charset="utf-8', json],
      ['application/json;charset="utf-8\\', json],
      ['application/hal+json', undefined],
      ['nonsense', undefined],
      ['application/json;q=abc', undefined],
    ],
  ],
];

test('the media type that a client likes best is chosen, whatever parameters; the first of those that it likes equally; none when it takes none', () => {
  for (const [offered, rows] of choices)
    for (const [accept, chosen] of rows) {
      const headers = accept === undefined ? {} : { accept };
      assert.equal(acceptedType(headers, offered), chosen, accept);
      if (offered === eventTypes) assert.equal(asksForStream(headers), chosen === stream, accept);
    }
});

test('a preference of more than a hundred items is disregarded, and so is a tag behind a hundred others', () => {
  const behind = (count: number, item: string, last: string): string => `${`${item},`.repeat(count)}${last}`;
  assert.equal(acceptedType({ accept: behind(99, 'a/b', 'text/event-stream') }, eventTypes), 'text/event-stream');
  assert.equal(acceptedType({ accept: behind(100, 'a/b', 'text/event-stream') }, eventTypes), 'application/json');
  assert.equal(acceptedLanguage(behind(99, 'de', 'fr'), ['en', 'fr']), 'fr');
  assert.equal(acceptedLanguage(behind(100, 'de', 'fr'), ['en', 'fr']), 'en');
  assert.ok(includesTag(behind(99, '"a"', '"b"'), '"b"'));
  assert.ok(!includesTag(behind(100, '"a"', '"b"'), '"b"'));
});
