import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grantedScopes } from './scopes.ts';

test('scopes: none asked is base, each is granted once, an unknown one spoils all', () => {
  assert.deepEqual(grantedScopes(undefined), ['base']);
  assert.deepEqual(grantedScopes(['files', 'base', 'files']), ['base', 'files']);
  assert.equal(grantedScopes(['base', 'admin']), undefined);
  assert.equal(grantedScopes(['']), undefined);
  assert.equal(grantedScopes([]), undefined);
});
