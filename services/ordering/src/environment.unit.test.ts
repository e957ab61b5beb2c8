import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSeller } from './environment.ts';

test('the seller is French unless the environment says otherwise', () => {
  assert.deepEqual(readSeller({}), { country: 'FR' });
  assert.deepEqual(readSeller({ SELLER_COUNTRY: 'DE' }), { country: 'DE' });
});

test('a country that is no code of two capital letters is refused by the name of its variable', () => {
  for (const wrong of ['de', 'DEU', 'Germany'])
    assert.throws(() => readSeller({ SELLER_COUNTRY: wrong }), {
      message: 'SELLER_COUNTRY: must be a country code of two capital letters',
    });
});
