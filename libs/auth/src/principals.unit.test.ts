import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Unauthenticated } from '@partner-ordering/kernel';
import type { Queryable, Transaction } from '@partner-ordering/data';
import type { TokenClaims } from './claims.ts';
import { standingClock } from './fixtures/tokens.ts';
import { principals, type PrincipalState } from './principals.ts';

const claims: TokenClaims = {
  user: 'user-1',
  client: 'app',
  grant: 'password',
  scopes: new Set(['base']),
  session: 'session-1',
  expiresAtMs: 0,
};
const manager: PrincipalState = {
  roles: ['user'],
  is_enabled: true,
  memberships: [
    { organization: 'bakery', is_manager: true },
    { organization: 'studio', is_manager: false },
  ],
};

function setUp() {
  const time = standingClock();
  const replica = { state: manager as PrincipalState | null | undefined, reads: 0, fail: false };
  const query = (async () => {
    replica.reads += 1;
    if (replica.fail) throw new Error('connection refused');
    return replica.state === undefined ? [] : [{ state: replica.state }];
  }) as Queryable['query'];
  const tx = () => ({ em: {}, query: async () => [{ s0: replica.state }] }) as unknown as Transaction;
  return { ...time, replica, tx, lookup: principals({ query, clock: time.clock }) };
}

const unconfirmedRefusal = (error: unknown) =>
  error instanceof Unauthenticated && assert.deepEqual(error.restsOn, [{ type: 'principal', key: 'user-1' }]) === undefined;

describe('principals', () => {
  test('a principal has the memberships and roles of the replica', async () => {
    const { lookup } = setUp();
    const principal = await lookup.forRead(claims);
    assert.ok(principal.memberOf.includes('bakery') && principal.memberOf.includes('studio') && !principal.memberOf.includes('other'));
    assert.ok(principal.manages.includes('bakery') && !principal.manages.includes('studio'));
    assert.equal(principal.isAdmin, false);
    assert.equal(principal.user, 'user-1');
  });

  test('a principal is remembered for reads for a second, and concurrent reads read it once', async () => {
    const { lookup, replica, advanceMs } = setUp();
    await Promise.all([lookup.forRead(claims), lookup.forRead(claims)]);
    advanceMs(999);
    await lookup.forRead(claims);
    assert.equal(replica.reads, 1);
    replica.state = { ...manager, roles: ['admin'] };
    advanceMs(1);
    assert.equal((await lookup.forRead(claims)).isAdmin, true);
  });

  test('a write always reads the principal', async () => {
    const { lookup, replica, tx } = setUp();
    await lookup.forRead(claims);
    replica.state = { ...manager, memberships: [] };
    assert.deepEqual((await lookup.forWrite(claims, tx())).memberOf, []);
  });

  for (const [name, state] of [
    ['an unknown', undefined],
    ['a deleted', null],
    ['a disabled', { ...manager, is_enabled: false }],
  ] as const) {
    test(`${name} user is confirmed with identity before the refusal, which is not remembered`, async () => {
      const { lookup, replica, tx } = setUp();
      replica.state = state;
      await assert.rejects(lookup.forRead(claims), unconfirmedRefusal);
      await assert.rejects(lookup.forWrite(claims, tx()), unconfirmedRefusal);
      replica.state = manager;
      assert.equal((await lookup.forRead(claims)).user, 'user-1');
    });
  }

  test('forget shows a newer state at once; a failed read is not remembered', async () => {
    const { lookup, replica } = setUp();
    replica.fail = true;
    await assert.rejects(lookup.forRead(claims), /refused/);
    replica.fail = false;
    await lookup.forRead(claims);
    replica.state = { ...manager, roles: ['admin'] };
    lookup.forget('user-1');
    assert.equal((await lookup.forRead(claims)).isAdmin, true);
  });
});
