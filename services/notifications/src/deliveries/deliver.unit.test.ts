import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GuardedClient } from '@partner-ordering/outbound';
import type { ClaimedDelivery } from '../domain/deliveries/claim-due.ts';
import { hmacKey } from '../domain/webhooks/signatures.ts';
import { deliver, type AttemptContext } from './deliver.ts';

const delivery: ClaimedDelivery = {
  gid: 'd',
  webhook: 'w',
  organization: 'o',
  eventId: 'e',
  failures: 0,
  url: 'https://partner.example/hooks',
  body: Buffer.from('{}'),
  secrets: [],
  claimedUntil: new Date('2026-11-20T10:00:30Z'),
};

/** Delivers it at this time; answers what was called. */
async function deliverAt(time: string) {
  const calls: Parameters<GuardedClient['call']>[] = [];
  const client: AttemptContext['client'] = {
    call: async (...call) => {
      calls.push(call);
      return { status: 204, headers: {}, body: (async function* () {})() } as unknown as Awaited<ReturnType<GuardedClient['call']>>;
    },
  };
  const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
  const outcome = await deliver(delivery, [hmacKey(Buffer.from('key'))], {
    client,
    log,
    clock: () => new Date(time),
    random: () => 0.5,
    metrics: { observe: () => undefined },
    signal: new AbortController().signal,
  });
  return { calls, outcome };
}

test('an attempt has 30 seconds for everything together, follows no redirect, and takes 1 MiB of the answer', async () => {
  const { calls, outcome } = await deliverAt('2026-11-20T10:00:00Z');
  assert.equal(outcome.status, 'delivered');
  const [[url, { timeoutMs, maxRedirects, maxBytes, method }]] = calls as [Parameters<GuardedClient['call']>];
  assert.deepEqual([url, method, timeoutMs, maxRedirects, maxBytes], [delivery.url, 'POST', 30_000, 0, 1_048_576]);
});

test('an attempt that could outlast its claim is not made, and is due again at once', async () => {
  const time = '2026-11-20T10:00:00.001Z';
  const { calls, outcome } = await deliverAt(time);
  assert.deepEqual([calls, outcome.status, outcome.nextAttemptAt, outcome.attempt], [[], 'waiting', new Date(time), null]);
});
