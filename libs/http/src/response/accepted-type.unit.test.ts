import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedType, asksForStream, eventTypes } from './headers.ts';

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
