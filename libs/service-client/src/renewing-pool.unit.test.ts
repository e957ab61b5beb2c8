import assert from 'node:assert/strict';
import type { LookupAddress } from 'node:dns';
import { beforeEach, describe, test } from 'node:test';
import { rememberingLookup } from './renewing-pool.ts';

type Answer = (...addresses: string[]) => void;

describe('the look-up of names', () => {
  let ms: number;
  /** Answers the questions to name servers; without addresses, as one that fails. */
  let asked: Answer[];
  /** Opens a connection; its addresses follow, best first, once they are known. */
  let connect: () => string[];
  beforeEach(() => {
    ms = 0;
    asked = [];
    const lookup = rememberingLookup(
      (_name, _options, callback) =>
        void asked.push((...addresses) =>
          callback(
            addresses.length === 0 ? new Error('no answer') : null,
            addresses.map((address) => ({ address, family: 4 })),
          ),
        ),
      () => ms,
    );
    connect = () => {
      const found: string[] = [];
      lookup('ordering', { all: true }, (_error, known) => void found.push(...(known as LookupAddress[]).map(({ address }) => address)));
      return found;
    };
  });

  test('a name server that says nothing holds up the first connections alone, and is asked one question at a time', () => {
    const first = connect();
    assert.deepEqual(first, []);
    asked[0]!('10.0.0.1');
    assert.deepEqual(first, ['10.0.0.1']);
    for (ms of [4_999, 5_000, 10_000, 100_000]) assert.deepEqual(connect(), ['10.0.0.1']);
    assert.equal(asked.length, 2);
    asked[1]!();
    for (ms of [104_999, 105_000]) assert.deepEqual(connect(), ['10.0.0.1']);
    assert.equal(asked.length, 3);
    asked[2]!('10.0.0.2');
    assert.deepEqual(connect(), ['10.0.0.2']);
  });

  test('an address that nobody has looked up for a minute is used only if the name servers fail', () => {
    connect();
    asked[0]!('10.0.0.1');
    ms = 60_000;
    const later = connect();
    assert.deepEqual(later, []);
    asked[1]!('10.0.0.2');
    assert.deepEqual(later, ['10.0.0.2']);
    ms = 120_000;
    const last = connect();
    asked[2]!();
    assert.deepEqual(last, ['10.0.0.2']);
  });

  test('several addresses of a name are the first of a connection in turn', () => {
    connect();
    asked[0]!('10.0.0.1', '10.0.0.2', '10.0.0.3');
    const firsts = [connect(), connect(), connect(), connect()].map(([first]) => first);
    assert.deepEqual(firsts, ['10.0.0.2', '10.0.0.3', '10.0.0.1', '10.0.0.2']);
  });
});
