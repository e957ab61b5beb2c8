import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Unauthenticated } from '@partner-ordering/kernel';
import { decodeProtectedHeader } from 'jose';
import { standingClock } from './fixtures/answering.ts';
import { servicesKnowing } from './fixtures/services.ts';
import { newKeyPair, publicKeysIn } from './key-pairs.ts';
import { keyTokens } from './key-tokens.ts';
import { serviceKeys } from './service-keys.ts';

describe('service tokens by keys', () => {
  const [ordering, identity] = servicesKnowing('ordering', 'identity');

  test('one token of a key serves many calls, until it is about to end', async () => {
    const { clock, advanceMs } = standingClock();
    const tokens = keyTokens({ keys: ordering(), service: 'ordering', clock });
    const first = await tokens.issue('identity');
    advanceMs(39_000);
    assert.equal(await tokens.issue('identity'), first);
    advanceMs(1_000);
    assert.notEqual(await tokens.issue('identity'), first);
  });

  test("401 for another audience, another service's name, nonsense, and after 60 seconds", async () => {
    const { clock, advanceMs } = standingClock();
    const asked = keyTokens({ keys: identity(), service: 'identity', clock });
    const token = await keyTokens({ keys: ordering(), service: 'ordering', clock }).issue('identity');
    await assert.rejects(asked.verify(token, 'catalog'), Unauthenticated);
    // Once accepted it is remembered, but for this audience and this time only.
    await asked.verify(token, 'identity');
    await assert.rejects(asked.verify(token, 'catalog'), Unauthenticated);
    const forged = await keyTokens({ keys: ordering(), service: 'identity', clock }).issue('identity');
    await assert.rejects(asked.verify(forged, 'identity'), Unauthenticated);
    const unsigned = token.replace(/^[^.]+/, Buffer.from('{"alg":"none","typ":"service+jwt"}').toString('base64url'));
    for (const nonsense of ['nonsense', 'a.b.c', '', unsigned]) await assert.rejects(asked.verify(nonsense, 'identity'), Unauthenticated);
    advanceMs(66_000);
    await assert.rejects(asked.verify(token, 'identity'), Unauthenticated);
  });
});

describe('keys that change while a service runs', () => {
  const [old, next, identity] = [newKeyPair(), newKeyPair(), newKeyPair()];
  const sets = (...keys: object[]): string => JSON.stringify({ ordering: { keys }, identity: { keys: [identity.publicKey] } });

  /** Ordering, which signs, and identity, which verifies; both read the same texts. */
  function installation() {
    const { clock } = standingClock();
    const texts = { privateKey: old.privateKey, publicKeys: sets(old.publicKey) };
    const errors: string[] = [];
    let ms = 0;
    const common = {
      publicKeys: () => texts.publicKeys,
      nowMs: () => ms,
      onError: (error: unknown) => void errors.push((error as Error).message),
    };
    const caller = keyTokens({
      service: 'ordering',
      clock,
      keys: serviceKeys({ service: 'ordering', privateKey: () => texts.privateKey, ...common }),
    });
    const asked = keyTokens({
      service: 'identity',
      clock,
      keys: serviceKeys({ service: 'identity', privateKey: () => identity.privateKey, ...common }),
    });
    return {
      errors,
      change: (changed: Partial<typeof texts>, afterMs = 1_000) => (Object.assign(texts, changed), (ms += afterMs)),
      setOwn: () => serviceKeys({ service: 'ordering', privateKey: () => texts.privateKey, ...common }),
      clock,
      kid: async () => decodeProtectedHeader(await caller.issue('identity')).kid,
      token: () => caller.issue('identity'),
      isAccepted: (token: string) =>
        asked.verify(token, 'identity').then(
          () => true,
          () => false,
        ),
    };
  }

  test('a planned change has no moment in which a call is refused', async () => {
    const { change, kid, token, isAccepted, errors } = installation();
    const before = await token();
    change({ publicKeys: sets(old.publicKey, next.publicKey) });
    assert.ok(await isAccepted(await token()));
    change({ privateKey: next.privateKey });
    assert.equal(await kid(), next.publicKey['kid']);
    assert.ok((await isAccepted(before)) && (await isAccepted(await token())));
    change({ publicKeys: sets(next.publicKey) });
    assert.deepEqual([await isAccepted(before), await isAccepted(await token())], [false, true]);
    assert.deepEqual(errors, []);
  });

  test('a private key that arrives before its public key is used once that has come', async () => {
    const { change, kid, errors } = installation();
    change({ privateKey: next.privateKey });
    assert.equal(await kid(), old.publicKey['kid']);
    change({ publicKeys: sets(old.publicKey, next.publicKey) });
    assert.equal(await kid(), next.publicKey['kid']);
    assert.deepEqual(errors, ['SERVICE_KEY: its public key is not among those of ordering in SERVICE_PUBLIC_KEYS']);
  });

  test('a key that is not known yet is looked for at once, so that a replaced one has no second without calls', async () => {
    const { change, setOwn, isAccepted, clock } = installation();
    change({ privateKey: next.privateKey, publicKeys: sets(next.publicKey) }, 100);
    const token = await keyTokens({ keys: setOwn(), service: 'ordering', clock }).issue('identity');
    assert.ok(await isAccepted(token));
  });

  test('a broken text changes nothing, and is reported once', async () => {
    const { change, token, isAccepted, errors } = installation();
    for (let time = 0; time < 3; time++) change({ publicKeys: '{' });
    assert.ok(await isAccepted(await token()));
    for (let time = 0; time < 3; time++) {
      change({});
      await isAccepted(await token());
    }
    // Both read the text.
    assert.deepEqual(
      errors,
      Array.from({ length: 2 }, () => 'SERVICE_PUBLIC_KEYS: must be {"<service>": {"keys": [<JWK>, …]}, …}'),
    );
  });

  test('a private key among the public ones is refused, as nobody but its service may have it', () => {
    const jwk = { ...old.publicKey, d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A' };
    assert.throws(
      () => publicKeysIn(JSON.stringify({ ordering: { keys: [jwk] } })),
      /^Error: ordering: a private key stands among the public ones/,
    );
  });
});
