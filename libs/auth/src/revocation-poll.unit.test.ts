import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DomainRefusal } from '@partner-ordering/kernel';
import type { RevocationPage, RevokedSession } from '@partner-ordering/service-client';
import { standingClock } from './fixtures/tokens.ts';
import { requireSession, revocationPoll } from './sessions.ts';

/** Identity's table, answered in pages of two. */
function table() {
  const rows: RevokedSession[] = [];
  const state = { fail: false, asked: [] as number[] };
  const read = async (after: number): Promise<RevocationPage> => {
    state.asked.push(after);
    if (state.fail) throw new Error('connection refused');
    const items = rows.filter((row) => row.seq > after).slice(0, 2);
    return { items, last: items.at(-1)?.seq ?? Math.min(after, rows.at(-1)?.seq ?? 0) };
  };
  return { rows, state, read };
}

function setUp(t: { after(hook: () => void): void }) {
  const time = standingClock();
  const identity = table();
  const errors: unknown[] = [];
  const expiresAt = new Date(time.clock().getTime() + 60_000).toISOString();
  const revoke = (seq: number, sid: string) => identity.rows.push({ seq, sid, expires_at: expiresAt });
  const start = () => {
    const options = { read: identity.read, intervalMs: 60_000, nowMs: () => time.clock().getTime() };
    const poll = revocationPoll({ ...options, clock: time.clock, onError: (error) => errors.push(error) });
    t.after(() => poll.stop());
    return poll;
  };
  return { ...time, ...identity, errors, revoke, start };
}

describe('revocationPoll', () => {
  test('the poll is ready after the first answer and knows every page of it', async (t) => {
    const { revoke, start } = setUp(t);
    for (let seq = 1; seq <= 5; seq += 1) revoke(seq, `session-${seq}`);
    const poll = start();
    assert.equal(poll.ageMs(), Infinity);
    await poll.ready;
    assert.equal(poll.ageMs(), 0);
    assert.ok(poll.isRevoked('session-1') && poll.isRevoked('session-5'));
    assert.ok(!poll.isRevoked('session-6'));
  });

  test('the poll asks only for new revocations', async (t) => {
    const { revoke, start, state } = setUp(t);
    revoke(7, 'old');
    const poll = start();
    await poll.ready;
    revoke(9, 'new');
    await poll.refresh();
    assert.ok(poll.isRevoked('old') && poll.isRevoked('new'));
    assert.deepEqual(state.asked, [0, 7, 7, 9]);
  });

  test('a failure keeps the known revocations, is reported once, and ends with the next answer', async (t) => {
    const { revoke, start, state, errors, advanceMs } = setUp(t);
    revoke(1, 'old');
    const poll = start();
    await poll.ready;
    state.fail = true;
    revoke(2, 'new');
    advanceMs(3_000);
    await poll.refresh();
    await poll.refresh();
    assert.ok(poll.isRevoked('old') && !poll.isRevoked('new'));
    assert.equal(poll.ageMs(), 3_000);
    assert.equal(errors.length, 1);
    state.fail = false;
    await poll.refresh();
    assert.ok(poll.isRevoked('new'));
    assert.equal(poll.ageMs(), 0);
  });

  test('503 for an effect when the known revocations are older than a minute, and for a read when older than ten', async (t) => {
    const { start, advanceMs } = setUp(t);
    const poll = start();
    const refused = () =>
      (['effect', 'read'] as const).filter((use) => {
        try {
          requireSession(poll, 'session', use);
        } catch (error) {
          assert.ok(error instanceof DomainRefusal && error.details?.[0]?.code === 'session_unchecked', String(error));
          return true;
        }
        return false;
      });
    assert.deepEqual(refused(), ['effect', 'read']);
    await poll.ready;
    const after = (ms: number) => (advanceMs(ms), refused());
    assert.deepEqual([after(60_000), after(1), after(539_999), after(1)], [[], ['effect'], ['effect'], ['effect', 'read']]);
  });

  test('a session is forgotten when its tokens have expired', async (t) => {
    const { revoke, start, advanceMs, rows } = setUp(t);
    revoke(1, 'old');
    const poll = start();
    await poll.ready;
    rows.length = 0;
    advanceMs(60_000);
    await poll.refresh();
    assert.ok(!poll.isRevoked('old'));
  });

  test('the poll starts over when the numbers begin again', async (t) => {
    const { revoke, start, rows } = setUp(t);
    revoke(50, 'old');
    const poll = start();
    await poll.ready;
    rows.length = 0;
    revoke(1, 'new');
    await poll.refresh();
    await poll.refresh();
    assert.ok(poll.isRevoked('new'));
  });
});
