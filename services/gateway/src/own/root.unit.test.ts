import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rootAnswers } from './root.ts';

test('406 or the type that quality values choose; the most specific range decides, then the order', () => {
  const answerTo = rootAnswers({ name: 'A', say: 'B', version: '1' });
  const choices: [string | undefined, string | null][] = [
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/xml', 'application/xml'],
    ['Text/XML', 'text/xml'],
    ['application/json; charset=utf-8', 'application/json'],
    ['text/xml;charset=utf-8;q=0.9, application/json;q=0.5', 'text/xml'],
    ['text/*', 'text/xml'],
    ['application/json;q=0.5, application/xml;q=0.9', 'application/xml'],
    ['application/xml;q=0.9, application/json;q=0.9', 'application/xml'],
    ['text/html, application/xhtml+xml, application/xml;q=0.9, */*;q=0.8', 'application/xml'],
    ['application/json;q=0, */*', 'application/xml'],
    ['text/html', null],
    ['application/json;q=0', null],
    ['nonsense', null],
    ['application/json;q=abc', null],
  ];
  for (const [accept, expected] of choices) {
    const { status, headers } = answerTo(accept, false);
    assert.equal(status === 406 ? null : headers['content-type']?.split(';')[0], expected, accept);
  }
});
