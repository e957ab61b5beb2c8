import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, tokenIn } from '@partner-ordering/testing';
import { inPasswordQueue, waitingInPasswordQueue } from '../domain/password-queue.ts';
import { password, setUpIdentity, type IdentitySetUp } from '../fixtures/test-identity.ts';

let identity: IdentitySetUp;

const token = '/oauth2/token';
const rows = async (text: string) => (await identity.service.database.query<{ count: string }>({ text, values: [] }))[0]!.count;

/** Occupies what runs, and the queue with as much as each of these sources may have in it. The returned function ends it. */
function occupy(...sources: string[]): () => Promise<unknown> {
  const gate = Promise.withResolvers<void>();
  const held: Promise<void>[] = [];
  // The last of them is refused, since one waits behind what runs.
  const enter = (source: string) => held.push(inPasswordQueue(source, () => gate.promise).catch(() => undefined));
  while (waitingInPasswordQueue() === 0) enter('running');
  for (const source of sources) for (let count = 0; count < 32; count += 1) enter(source);
  return () => (gate.resolve(), Promise.all(held));
}

describe('while many passwords are checked', () => {
  before(async () => void (identity = await setUpIdentity()));
  after(() => identity.stop());

  test('429 with Retry-After for a source with too many sign-ins at once, which do not count as failures; 200 for others', async () => {
    const [user, other] = [await identity.user(), await identity.user()];
    const client = await identity.addApplication();
    const release = occupy();
    const before = waitingInPasswordQueue();
    let answered = 0;
    const ask = async (email: string, from: typeof client) => {
      const answer = await identity.form(token, { grant_type: 'password', username: email, password }, from);
      answered += 1;
      return answer;
    };
    const many = Array.from({ length: 40 }, (_, index) => ask(`${index % 20}-${user.email}`, client));
    await eventually(() => assert.deepEqual([waitingInPasswordQueue(), answered], [before + 32, 8]));
    const one = ask(other.email, identity.client);
    await eventually(() => assert.equal(waitingInPasswordQueue(), before + 33));
    assert.equal(await rows('select count(*) from rate_limit'), '0', 'nothing is asked of the database before it is their turn');
    await release();
    assert.equal((await one).status, 200);
    const refused = (await Promise.all(many)).filter(({ status }) => status === 429);
    assert.equal(refused.length, 8);
    for (const { body, headers } of refused) {
      assert.deepEqual(body, { error: 'slow_down', error_description: 'Too many sign-ins at once; try again later' });
      assert.ok(Number(headers.get('retry-after')) >= 1);
    }
    assert.equal(await rows(`select sum(points) as count from rate_limit where starts_with(key, 'pair:')`), '32');
  });

  test('429 with Retry-After once too many of all sources wait', async () => {
    const { email } = await identity.user();
    const release = occupy('one', 'two', 'three', 'four');
    const answer = await identity.form(token, { grant_type: 'password', username: email, password });
    assert.deepEqual([answer.status, answer.body.error], [429, 'slow_down']);
    assert.ok(Number(answer.headers.get('retry-after')) >= 2);
    assert.equal((await identity.form(token, { grant_type: 'refresh_token', refresh_token: 'unknown' })).status, 400, 'other grants go on');
    await release();
    assert.equal((await identity.form(token, { grant_type: 'password', username: email, password })).status, 200);
  });

  test('a new password waits for its turn without a transaction or a lock; 429 with Retry-After once too many of its source wait', async () => {
    const { email } = await identity.user();
    await identity.anonymous.post('/v1/p/password_resets', { email });
    const path = `/v1/p/password_resets/${tokenIn(await identity.mailTo(email, 'password_reset'))}`;
    const ask = () => identity.anonymous.put(path, { password: 'another password' });
    const release = occupy();
    const before = waitingInPasswordQueue();
    const waiting = ask();
    await eventually(() => assert.equal(waitingInPasswordQueue(), before + 1));
    assert.equal(await rows(`select count(*) from (select from mail_token for update nowait) as free`), '1');
    assert.equal(
      await rows(`select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`),
      '0',
    );
    await release();
    assert.equal((await waiting).status, 204);

    await identity.anonymous.post('/v1/p/password_resets', { email });
    const next = `/v1/p/password_resets/${tokenIn(await identity.mailTo(email, 'password_reset', 2))}`;
    const releaseAll = occupy('');
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
    const release = occupy();
    const before = waitingInPasswordQueue();
    const controller = new AbortController();
    const sent = fetch(identity.url + token, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'password', username: email, password: 'wrong-password' }).toString(),
      signal: controller.signal,
    });
    await eventually(() => assert.equal(waitingInPasswordQueue(), before + 1));
    controller.abort();
    await assert.rejects(sent, { name: 'AbortError' });
    await release();
    await eventually(async () => assert.equal(await counted(), '1'));
    const again = await identity.form(token, { grant_type: 'password', username: email, password: 'wrong-password' }, client);
    assert.equal(again.status, 400);
    assert.equal(await counted(), '2');
  });
});
