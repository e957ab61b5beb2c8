import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Unauthenticated } from '@partner-ordering/kernel';
import { standingClock } from './fixtures/answering.ts';
import { serviceTokens } from './service-tokens.ts';

const SECRET = 'a secret of the whole installation';

describe('serviceTokens', () => {
  test('the called service learns who calls', async () => {
    const { clock } = standingClock();
    const token = await serviceTokens({ secret: SECRET, service: 'ordering', clock }).issue('identity');
    assert.deepEqual(await serviceTokens({ secret: SECRET, service: 'identity', clock }).verify(token, 'identity'), {
      service: 'ordering',
    });
  });

  test('one token serves many calls, until it is about to end', async () => {
    const { clock, advanceMs } = standingClock();
    const tokens = serviceTokens({ secret: SECRET, service: 'ordering', clock });
    const first = await tokens.issue('identity');
    advanceMs(39_000);
    assert.equal(await tokens.issue('identity'), first);
    advanceMs(1_000);
    assert.notEqual(await tokens.issue('identity'), first);
  });

  test('401 for another audience, another secret, and after 60 seconds', async () => {
    const { clock, advanceMs } = standingClock();
    const tokens = serviceTokens({ secret: SECRET, service: 'ordering', clock });
    const token = await tokens.issue('identity');
    await assert.rejects(tokens.verify(token, 'catalog'), Unauthenticated);
    await assert.rejects(serviceTokens({ secret: `${SECRET}!`, service: 'identity', clock }).verify(token, 'identity'), Unauthenticated);
    await assert.rejects(tokens.verify('nonsense', 'identity'), Unauthenticated);
    advanceMs(66_000);
    await assert.rejects(tokens.verify(token, 'identity'), Unauthenticated);
  });

  test('a short secret is refused at start', () => {
    assert.throws(() => serviceTokens({ secret: 'short', service: 'ordering', clock: () => new Date() }), RangeError);
  });
});
