import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedType, asksForStream, eventTypes } from './accepted-type.ts';

test('the media type that a client likes best is chosen, the first of those that it likes equally, none when it takes none', () => {
  const [json, stream] = eventTypes;
  for (const [accept, expected] of [
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
    ['image/png', undefined],
    ['text/event-stream;q=0', undefined],
  ] as const) {
    const headers = accept === undefined ? {} : { accept };
    assert.equal(acceptedType(headers, eventTypes), expected, accept);
    assert.equal(asksForStream(headers), expected === stream, accept);
  }
});
