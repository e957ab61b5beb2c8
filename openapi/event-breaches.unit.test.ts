import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Json, Schema } from './document.ts';
import { eventBreaches } from './event-breaches.ts';
import { resolveEvents, type ResolvedEvents } from './resolved-events.ts';

const money: Schema = { type: 'object', required: ['amount'], properties: { amount: { type: 'integer' }, note: { type: 'string' } } };
const payload: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['gid', 'ratio', 'status', 'mode', 'price', 'files', 'names', 'paid_at'],
  properties: {
    gid: { type: 'string', description: 'Its name.' },
    ratio: { type: 'number', minimum: 0 },
    status: { type: 'string', enum: ['open', 'paid'] },
    mode: { type: ['string', 'null'], enum: ['solo', 'multi', null] },
    price: { oneOf: [money, { type: 'null' }] },
    files: { type: 'array', items: { type: 'string' } },
    names: { type: 'object', additionalProperties: { type: 'string' } },
    paid_at: { type: ['string', 'null'] },
    either: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    comment: { type: 'string' },
  },
};

const events = (schema: Schema, type = 'thing.state', address = 'things.state'): ResolvedEvents => ({
  channels: { state: { address, messages: { [type]: { payload: schema } } } },
});

/** The payload with other fields; undefined removes one. */
function withFields(fields: Record<string, Schema | undefined>, required = payload.required): Schema {
  const properties = Object.entries({ ...payload.properties, ...fields }).filter(([, schema]) => schema !== undefined);
  return { ...payload, required: required ?? [], properties: Object.fromEntries(properties) as Record<string, Schema> };
}

const without = (field: string): string[] => payload.required!.filter((name) => name !== field);
const price = (changes: Schema): Schema => ({ oneOf: [{ ...money, ...changes }, { type: 'null' }] });
const breachesOf = (present: Schema): string[] => eventBreaches([events(payload)], [events(present)]);

const breaking: [string, Schema, string][] = [
  ['a removed field', withFields({ gid: undefined }), 'gid was removed'],
  [
    'a removed field inside a field',
    withFields({ price: price({ properties: { amount: { type: 'integer' } } }) }),
    'price.note was removed',
  ],
  ['a renamed field', withFields({ gid: undefined, id: { type: 'string' } }), 'gid was removed'],
  ['a changed type', withFields({ gid: { type: 'integer' } }), 'gid was of type string and is of type integer now'],
  ['a type that is gone', withFields({ gid: {} }), 'gid was of type string and is of type any now'],
  [
    'a type added to another',
    withFields({ gid: { type: ['string', 'integer'] } }),
    'gid was of type string and is of type string or integer now',
  ],
  [
    'an integer that may be a fraction',
    withFields({ price: price({ properties: { ...money.properties, amount: { type: 'number' } } }) }),
    'price.amount was of type integer and is of type number now',
  ],
  ['a field that may be null', withFields({ gid: { type: ['string', 'null'] } }), 'gid may be null now'],
  [
    'an object that may be null',
    withFields({ names: { oneOf: [payload.properties!['names']!, { type: 'null' }] } }),
    'names may be null now',
  ],
  [
    'a list whose items may be null',
    withFields({ files: { type: 'array', items: { type: ['string', 'null'] } } }),
    'files.[] may be null now',
  ],
  ['null among the values', withFields({ status: { type: ['string', 'null'], enum: ['open', 'paid', null] } }), 'status may be null now'],
  ['a field that may be missing', withFields({}, without('gid')), 'gid may be missing now'],
  ['an inner field that may be missing', withFields({ price: price({ required: [] }) }), 'price.amount may be missing now'],
  ['a new value', withFields({ status: { type: 'string', enum: ['open', 'paid', 'failed'] } }), 'status has new values: failed'],
  ['a renamed value', withFields({ mode: { type: ['string', 'null'], enum: ['single', 'multi', null] } }), 'mode has new values: single'],
  [
    'values that are no longer listed',
    withFields({ status: { type: 'string' } }),
    'status had the values open, paid and may be anything now',
  ],
  [
    'a changed type of items',
    withFields({ files: { type: 'array', items: { type: 'integer' } } }),
    'files.[] was of type string and is of type integer now',
  ],
  [
    'a changed type of a map',
    withFields({ names: { type: 'object', additionalProperties: { type: 'integer' } } }),
    'names.* was of type string and is of type integer now',
  ],
  ['a map without entries', withFields({ names: { type: 'object', additionalProperties: false } }), 'names lost its entries'],
  [
    'a new alternative',
    withFields({ either: { anyOf: [{ type: 'string' }, { type: 'boolean' }] } }),
    'either has a new or changed alternative',
  ],
  ['a limit that is gone', withFields({ ratio: { type: 'number' } }), 'ratio has another minimum: 0, now absent'],
];

const allowed: [string, Schema][] = [
  ['a new required field', withFields({ extra: { type: 'string' } }, [...payload.required!, 'extra'])],
  ['a new optional field inside a field', withFields({ price: price({ properties: { ...money.properties, extra: {} } }) })],
  ['a field that is always there now', withFields({}, [...payload.required!, 'comment'])],
  ['a field that is never null now', withFields({ paid_at: { type: 'string' }, price: money })],
  ['fewer values', withFields({ status: { type: 'string', enum: ['open'] }, mode: { const: 'solo', type: 'string' } })],
  ['a fraction that is whole now', withFields({ ratio: { type: 'integer', minimum: 0 } })],
  ['fewer alternatives', withFields({ either: { anyOf: [{ type: 'integer' }] } })],
  ['null written in another way', withFields({ paid_at: { anyOf: [{ type: 'null' }, { type: 'string' }] } })],
  ['another description', withFields({ gid: { type: 'string', description: 'Another.', 'x-note': 1 } })],
  ['a new limit', withFields({ gid: { type: 'string', minLength: 36 } })],
];

describe('eventBreaches', () => {
  for (const [kind, present, expected] of breaking)
    test(`breaks: ${kind}`, () => assert.deepEqual(breachesOf(present), [`things.state: thing.state: ${expected}`]));

  for (const [kind, present] of allowed) test(`passes: ${kind}`, () => assert.deepEqual(breachesOf(present), []));

  test('breaks: a channel that is gone, an event that is gone or renamed', () => {
    const base = [events(payload)];
    assert.deepEqual(eventBreaches(base, []), ['the channel things.state was removed']);
    assert.deepEqual(eventBreaches(base, [events(payload, 'item.state')]), ['things.state: the event thing.state was removed']);
  });

  test('passes: a new channel, a new event, and a channel that another service took over', () => {
    const { channels } = events(payload);
    const messages = { ...channels['state']!.messages, 'thing.made': { payload } };
    const present = [
      { channels: { other: { address: 'others.state', messages: {} } } },
      { channels: { moved: { address: 'things.state', messages } } },
    ];
    assert.deepEqual(eventBreaches([events(payload)], present), []);
  });
});

describe('resolveEvents', () => {
  const document = (thing: Json): Json => ({
    asyncapi: '3.1.0',
    channels: { state: { address: 'things.state', messages: { 'thing.state': { $ref: '#/components/messages/thing.state' } } } },
    components: { messages: { 'thing.state': { payload: { $ref: '#/components/schemas/Thing' } } }, schemas: { Thing: thing } },
  });

  test('references are replaced by what they lead to', () => {
    const resolved = resolveEvents(document({ type: 'string' }));
    assert.deepEqual(resolved.channels['state']?.messages['thing.state']?.payload, { type: 'string' });
    assert.ok(!('components' in resolved));
  });

  test('a reference that leads nowhere or to itself is refused', () => {
    assert.throws(() => resolveEvents(document({ $ref: '#/components/schemas/None' })), /None leads nowhere/);
    assert.throws(() => resolveEvents(document({ items: { $ref: '#/components/schemas/Thing' } })), /contains itself/);
  });
});
