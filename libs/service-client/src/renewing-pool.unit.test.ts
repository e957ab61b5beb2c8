import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { test } from 'node:test';
import { rememberingLookup } from './renewing-pool.ts';

test('a name server that says nothing holds up no connection but the first, and a changed address is used once it is known', () => {
  let ms = 0;
  const asked: ((address: string) => void)[] = [];
  const lookup = rememberingLookup(
    (_name, _options, callback) => void asked.push((address) => callback(null, [{ address, family: 4 }])),
    () => ms,
  );
  const connect = (): unknown[] => {
    const found: unknown[] = [];
    lookup(
      'ordering',
      { all: true },
      (_error, addresses) => void found.push(...(addresses as LookupAddress[]).map(({ address }) => address)),
    );
    return found;
  };
  const first = connect();
  assert.deepEqual(first, []);
  asked[0]!('10.0.0.1');
  assert.deepEqual(first, ['10.0.0.1']);
  for (ms of [4_999, 5_000, 9_999]) assert.deepEqual(connect(), ['10.0.0.1']);
  assert.equal(asked.length, 2);
  asked[1]!('10.0.0.2');
  assert.deepEqual(connect(), ['10.0.0.2']);
});
