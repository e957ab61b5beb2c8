import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createEvent } from '../outbox/outbox.ts';
import { aggregateOf, isStateEvent, keyOf, parseEvent } from './envelope.ts';

const origin = { service: 'identity', now: new Date('2026-11-20T10:00:00Z') };

describe('the event envelope', () => {
  test('a created event can be parsed', () => {
    const event = createEvent({ type: 'membership.ended', key: 'u1/o1', data: { by: 'u2' } }, origin);
    assert.deepEqual(parseEvent(JSON.stringify(event)), event);
  });

  test('aggregate and key come from the subject; keys may contain slashes', () => {
    const event = createEvent({ type: 'membership.state', key: 'u1/o1', data: null }, origin);
    assert.equal(event.subject, 'membership/u1/o1');
    assert.equal(aggregateOf(event), 'membership');
    assert.equal(keyOf(event), 'u1/o1');
    assert.ok(isStateEvent(event));
  });

  test('an event without a trace has no traceparent', () => {
    assert.ok(!('traceparent' in createEvent({ type: 'user.created', key: 'u1', data: {} }, { ...origin, traceparent: undefined })));
  });

  const event = createEvent({ type: 'user.created', key: 'u1', data: {} }, origin);
  const unreadable: [string, string, RegExp][] = [
    ['text that is not JSON', 'hello', /JSON/],
    ['null', 'null', /not a JSON object/],
    ['another version', JSON.stringify({ ...event, specversion: '0.3' }), /version 1.0/],
    ['no type', JSON.stringify({ ...event, type: undefined }), /no type/],
    ['no data', JSON.stringify({ ...event, data: undefined }), /no data/],
    ['a state without a version', JSON.stringify({ ...event, type: 'user.state' }), /no dataversion/],
  ];
  for (const [what, text, message] of unreadable) {
    test(`${what} is refused with the reason`, () => assert.throws(() => parseEvent(text), message));
  }
});
