import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, tokenIn } from '@partner-ordering/testing';
import { QueueFull } from '../domain/fair-queue.ts';
import { passwordQueue } from '../domain/password.ts';
import { password, setUpIdentity, type IdentitySetUp } from '../fixtures/test-identity.ts';

let identity: IdentitySetUp;

const token = '/oauth2/token';
const rows = async (text: string) => (await identity.service.database.query<{ count: string }>({ text, values: [] }))[0]!.count;

/** Holds everything that may run and, of each of these clients, as much as may wait; the returned function lets go. */
async function occupy(...clients: string[]): Promise<() => Promise<unknown>> {
  const gate = Promise.withResolvers<void>();
  const held: Promise<void>[] = [];
  const enter = (client: string) => {
    const state = { hasBegun: false, isFull: false };
    const entered = passwordQueue.run(client, () => ((state.hasBegun = true), gate.promise));
    held.push(entered.catch((error: unknown) => void (state.isFull = error instanceof QueueFull)));
    return state;
  };
  while (enter('running').hasBegun);
  for (const client of clients)
    for (let isFull = false; !isFull;) {
      const state = enter(client);
      await Promise.resolve().then(() => Promise.resolve());
      isFull = state.isFull;
    }
  return () => (gate.resolve(), Promise.all(held));
}

describe('while many passwords are checked', () => {
  before(async () => void (identity = await setUpIdentity()));
  after(() => identity.stop());

  test('429 with Retry-After for a client with too many sign-ins at once, which do not count as failures; others take turns with it', async () => {
    const [user, other] = [await identity.user(), await identity.user()];
    const client = await identity.addApplication();
    const release = await occupy();
    const before = passwordQueue.waiting;
    const done: string[] = [];
    const ask = async (email: string, from: typeof client, name: string) => {
      const answer = await identity.form(token, { grant_type: 'password', username: email, password }, from);
      done.push(name);
      return answer;
    };
    const many = Array.from({ length: 40 }, (_, index) => ask(`${index % 20}-${user.email}`, client, 'many'));
    await eventually(() => assert.equal(done.length, 8));
    const one = ask(other.email, identity.client, 'one');
    await eventually(() => assert.equal(passwordQueue.waiting, before + 33));
    assert.equal(await rows('select count(*) from rate_limit'), '0', 'nothing is asked of the database before it is their turn');
    await release();
    assert.equal((await one).status, 200);
    assert.ok(done.indexOf('one') < 8 + 10, `${done.indexOf('one')} were answered before`);

    const refused = (await Promise.all(many)).filter(({ status }) => status === 429);
    assert.equal(refused.length, 8);
    for (const { body, headers } of refused) {
      assert.deepEqual(body, { error: 'slow_down', error_description: 'Too many sign-ins at once; try again later' });
      assert.ok(Number(headers.get('retry-after')) >= 1);
    }
    assert.equal(await rows(`select sum(points) as count from rate_limit where starts_with(key, 'pair:')`), '32');
  });

  test('503 with Retry-After once too many of all clients wait', async () => {
    const { email } = await identity.user();
    const release = await occupy(...Array.from({ length: 130 }, (_, index) => `place ${index}`));
    const answer = await identity.form(token, { grant_type: 'password', username: email, password });
    assert.equal(answer.status, 503);
    assert.deepEqual(answer.body, {
      error: 'temporarily_unavailable',
      error_description: 'Too many passwords are being checked; try again later',
    });
    assert.ok(Number(answer.headers.get('retry-after')) >= 2);
    assert.equal((await identity.form(token, { grant_type: 'refresh_token', refresh_token: 'unknown' })).status, 400, 'other grants go on');
    await release();
    assert.equal((await identity.form(token, { grant_type: 'password', username: email, password })).status, 200);
  });

  test('a new password waits for its turn without a transaction or a lock; 429 with Retry-After once too many of its address wait', async () => {
    const { email } = await identity.user();
    await identity.anonymous.post('/v1/p/password_resets', { email });
    const path = `/v1/p/password_resets/${tokenIn(await identity.mailTo(email, 'password_reset'))}`;
    const ask = () => identity.anonymous.put(path, { password: 'another password' });
    const release = await occupy();
    const before = passwordQueue.waiting;
    const waiting = ask();
    await eventually(() => assert.equal(passwordQueue.waiting, before + 1));
    assert.equal(await rows(`select count(*) from (select from mail_token for update nowait) as free`), '1');
    assert.equal(
      await rows(`select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`),
      '0',
    );
    await release();
    assert.equal((await waiting).status, 204);

    await identity.anonymous.post('/v1/p/password_resets', { email });
    const next = `/v1/p/password_resets/${tokenIn(await identity.mailTo(email, 'password_reset', 2))}`;
    const releaseAll = await occupy('');
    const { status, headers } = await identity.anonymous.put(next, { password });
    assert.equal(status, 429);
    assert.ok(Number(headers.get('retry-after')) >= 1);
    await releaseAll();
    assert.equal((await identity.anonymous.put(next, { password })).status, 204);
  });

  test('a client that hangs up is counted like one that waits for its answer', async () => {
    const { gid, email } = await identity.user();
    const counted = () => rows(`select coalesce(sum(points), 0) as count from rate_limit where key = 'account:${gid}'`);
    const client = await identity.addApplication();
    const authorization = `Basic ${Buffer.from(`${client.clientId}:${client.secret}`).toString('base64')}`;
    const release = await occupy();
    const before = passwordQueue.waiting;
    const controller = new AbortController();
    const sent = fetch(identity.url + token, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'password', username: email, password: 'wrong-password' }).toString(),
      signal: controller.signal,
    });
    await eventually(() => assert.equal(passwordQueue.waiting, before + 1));
    controller.abort();
    await assert.rejects(sent, { name: 'AbortError' });
    await release();
    await eventually(async () => assert.equal(await counted(), '1'));
    const again = await identity.form(token, { grant_type: 'password', username: email, password: 'wrong-password' }, client);
    assert.equal(again.status, 400);
    assert.equal(await counted(), '2');
  });
});
