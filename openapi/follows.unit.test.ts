import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { stringify } from 'yaml';
import { eventTypes, followers } from './events.ts';

const text = { type: 'string' };

/** Documents of `things`, which publishes, and of `notes`, which follows what `given` says. */
const documentsOf = (given: unknown, schema = 'ThingState') => ({
  things: {
    channels: {
      state: { address: 'things.state', messages: { 'thing.state': { $ref: '#/components/messages/thing.state' } } },
      facts: { address: 'things.facts', messages: { 'thing.counted': { $ref: '#/components/messages/thing.counted' } } },
    },
    components: {
      messages: {
        'thing.state': { payload: { $ref: '#/components/schemas/ThingState' } },
        'thing.counted': { payload: { $ref: '#/components/schemas/Count' } },
      },
      schemas: {
        ThingState: { type: 'object', required: ['gid', 'name'], properties: { gid: text, name: text } },
        Count: { type: 'object', required: ['number'], properties: { number: { type: 'integer' } } },
      },
    },
  },
  notes: {
    'x-follows': given,
    channels: { state: { address: 'notes.state', messages: { 'note.state': { $ref: '#/components/messages/note.state' } } } },
    components: {
      messages: { 'note.state': { payload: { $ref: `#/components/schemas/${schema}` } } },
      schemas: { [schema]: { type: 'object', properties: { gid: text } } },
    },
  },
});

describe('what a service follows', () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'events-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  function write(given: unknown, schema = 'NoteState'): string {
    mkdirSync(folder, { recursive: true });
    for (const [name, document] of Object.entries(documentsOf(given, schema)))
      writeFileSync(join(folder, `${name}.yaml`), stringify(document));
    return folder;
  }

  const mistakes: [string, unknown, RegExp][] = [
    [
      'a channel that nobody describes',
      { 'others.state': {} },
      /events\/notes\.yaml: x-follows, others\.state: no event document describes/,
    ],
    ['its own channel', { 'notes.state': { note: ['gid'] } }, /x-follows, notes\.state: this is the service's own channel/],
    [
      'an unknown type of state',
      { 'things.state': { thin: ['gid'] } },
      /things\.state: thin: the channel has no thin\.state, only thing\.state/,
    ],
    ['an unknown field', { 'things.state': { thing: ['nam'] } }, /things\.state, thing: the state has no field nam, only gid, name/],
    ['an unknown fact', { 'things.facts': { from: 'end', types: ['thing.sold'] } }, /types: thing\.sold: the channel has no thing\.sold/],
  ];
  for (const [what, given, message] of mistakes) {
    test(`with ${what} is an error that names the place`, () => assert.throws(() => followers(write(given)), message));
  }

  test('may be states of one type that two services publish, with the same fields of both', () => {
    const follow = (fields: string[]) => ({ 'things.state': { thing: ['gid', 'name'] }, 'copies.state': { thing: fields } });
    const copies = JSON.stringify(documentsOf({}).things).replaceAll('things.', 'copies.');
    writeFileSync(join(write(follow(['name', 'gid'])), 'copies.yaml'), copies);
    assert.match(eventTypes(folder).get('notes')!, /interface FollowedStates \{ thing: ThingState; \}/);
    write(follow(['gid']));
    assert.throws(
      () => followers(folder),
      /x-follows, things\.state, thing: of another service's states of this type other fields are followed/,
    );
    rmSync(join(folder, 'copies.yaml'));
  });

  test('may not have one name for different payloads', () => {
    const given = { 'things.state': { thing: ['gid', 'name'] } };
    assert.throws(() => eventTypes(write(given, 'ThingState')), /events\/notes\.yaml: ThingState has two meanings/);
  });
});
