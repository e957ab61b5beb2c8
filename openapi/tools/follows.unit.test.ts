import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EventDocument, EventDocuments } from './event-documents.ts';
import { eventTypes } from './events.ts';
import { followers } from './follows.ts';

const text = { type: 'string' };

/** Documents of `things`, which publishes, and of `notes`, which has this `x-follows`. */
const documentsOf = (follows: unknown, schema = 'NoteState') => ({
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
    'x-follows': follows,
    channels: { state: { address: 'notes.state', messages: { 'note.state': { $ref: '#/components/messages/note.state' } } } },
    components: {
      messages: { 'note.state': { payload: { $ref: `#/components/schemas/${schema}` } } },
      schemas: { [schema]: { type: 'object', properties: { gid: text } } },
    },
  },
});

const documentsFor = (follows: unknown, schema?: string): EventDocuments =>
  new Map(Object.entries(documentsOf(follows, schema))) as unknown as EventDocuments;

describe('the rules of x-follows', () => {
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
  for (const [mistake, follows, message] of mistakes) {
    test(`${mistake} in x-follows is an error that names the place`, () => assert.throws(() => followers(documentsFor(follows)), message));
  }

  test('states of one type from two services may be followed with the same fields of both', () => {
    const copies = JSON.parse(JSON.stringify(documentsOf({}).things).replaceAll('things.', 'copies.')) as EventDocument;
    const following = (fields: string[]): EventDocuments =>
      new Map([['copies', copies], ...documentsFor({ 'things.state': { thing: ['gid', 'name'] }, 'copies.state': { thing: fields } })]);
    assert.match(eventTypes(following(['name', 'gid'])).get('notes')!, /interface FollowedStates \{ thing: ThingState; \}/);
    assert.throws(() => eventTypes(following(['gid'])), /events\/notes\.yaml: ThingState has two meanings/);
  });

  test('one name for two different payloads is refused', () => {
    const documents = documentsFor({ 'things.state': { thing: ['gid', 'name'] } }, 'ThingState');
    assert.throws(() => eventTypes(documents), /events\/notes\.yaml: ThingState has two meanings/);
  });
});
