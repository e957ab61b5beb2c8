import assert from 'node:assert/strict';
import { test } from 'node:test';
import { containsCardNumber } from './card-number.ts';

test('a card number is found in one piece, in groups and between other words', () => {
  const texts = [
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    'card 378282246310005 of Robin',
    '12 4111.1111.1111.1111',
    '3 7 3 3 7 4 9 6 3 2 2 1 3 0 3 7 9 7 0',
    `${'⒈'.repeat(200)}4111 1111 1111 1111 12`,
    '４１１１１１１１１１１１１１１１',
  ];
  for (const text of texts) assert.equal(containsCardNumber(text), true, text);
});

test('identifiers, references and numbers with a wrong check digit are no card numbers', () => {
  for (const text of ['src_1N2b3C4d5E6f7G8h', 'PO 2026/4471', '4111111111111112', '1234', '', '41111111111111111111111111'])
    assert.equal(containsCardNumber(text), false, text);
});
