import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { countryName } from './country.ts';

describe('countryName', () => {
  test('a country of ISO 3166-1 has its name', () => {
    assert.deepEqual(['DE', 'FR', 'GB', 'US', 'CW'].map(countryName), ['Germany', 'France', 'United Kingdom', 'United States', 'Curaçao']);
  });

  test('other codes have no name: withdrawn, reserved, unassigned, malformed', () => {
    for (const code of ['YU', 'DD', 'UK', 'EU', 'UN', 'ZZ', 'QQ', 'XA', 'de', 'DEU', '', '12'])
      assert.equal(countryName(code), undefined, code);
  });
});
