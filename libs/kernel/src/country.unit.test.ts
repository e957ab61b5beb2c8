import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countryName } from './country.ts';

describe('countryName', () => {
  test('it knows the countries of ISO 3166-1', () => {
    assert.deepEqual(['DE', 'FR', 'GB', 'US', 'CW'].map(countryName), ['Germany', 'France', 'United Kingdom', 'United States', 'Curaçao']);
  });

  test('400 is what other codes lead to: withdrawn, reserved, unassigned, not written as codes', () => {
    for (const code of ['YU', 'DD', 'UK', 'EU', 'UN', 'ZZ', 'QQ', 'XA', 'de', 'DEU', '', '12'])
      assert.equal(countryName(code), undefined, code);
  });
});
