import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { passwordChecks } from '../domain/password.ts';
import { password, setUpIdentity, type IdentitySetUp } from '../fixtures/test-identity.ts';

let identity: IdentitySetUp;
before(async () => void (identity = await setUpIdentity()));
after(() => identity.stop());

const token = '/oauth2/token';
const rows = async (text: string) => (await identity.service.database.query<{ count: string }>({ text, values: [] }))[0]!.count;

/** Holds everything that may run and, of each of these clients, as much as may wait; the returned function lets go. */
function occupy(...clients: string[]): () => Promise<unknown> {
  const gate = Promise.withResolvers<void>();
  const held: Promise<void>[] = [];
  for (const client of ['running', ...clients])
    for (let isFull = false; !isFull;) {
      try {
        passwordChecks.refuseIfFull(client);
        held.push(passwordChecks.run(client, () => gate.promise));
        // What runs at once is no share of a client.
        isFull = client === 'running' && isTaken();
      } catch {
        isFull = true;
      }
    }
  return () => (gate.resolve(), Promise.all(held));
}

/** One that waits, and is not the first, shows that all places to run are taken. */
function isTaken(): boolean {
  let hasRun = false;
  void passwordChecks.run('probe', async () => void (hasRun = true));
  return !hasRun;
}

describe('while many passwords are checked', () => {
  test('429 with Retry-After for a client with too many sign-ins at once, which do not count as failures; others take turns with it', async () => {
    const [user, other] = [await identity.user(), await identity.user()];
    const client = await identity.addApplication();
    const release = occupy();
    const done: string[] = [];
    const ask = async (email: string, from: typeof client, name: string) => {
      const answer = await identity.form(token, { grant_type: 'password', username: email, password }, from);
      done.push(name);
      return answer;
    };
    const many = Array.from({ length: 40 }, (_, index) => ask(`${index % 20}-${user.email}`, client, 'many'));
    await eventually(() => assert.equal(done.length, 8));
    const one = ask(other.email, identity.client, 'one');
    await eventually(async () => assert.equal(await rows('select count(*) from sign_in_failure'), '21'));
    await release();
    assert.equal((await one).status, 200);
    assert.ok(done.indexOf('one') < 8 + 10, `${done.indexOf('one')} were answered before`);

    const refused = (await Promise.all(many)).filter(({ status }) => status === 429);
    assert.equal(refused.length, 8);
    for (const { body, headers } of refused) {
      assert.deepEqual(body, { error: 'slow_down', error_description: 'Too many sign-ins at once; try again later' });
      assert.ok(Number(headers.get('retry-after')) >= 1);
    }
    assert.equal(await rows('select sum(failures) as count from sign_in_failure'), '32');
  });

  test('503 with Retry-After once too many of all clients wait', async () => {
    const { email } = await identity.user();
    const release = occupy('a', 'b', 'c', 'd', 'e');
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

  test('a client that hangs up is counted like one that waits for its answer', async () => {
    const { email } = await identity.user();
    const counted = () =>
      rows(`select coalesce(sum(failures), 0) as count from sign_in_failure where place in
      (select place from sign_in_failure order by failed_at desc limit 1)`);
    const before = await counted();
    const client = await identity.addApplication();
    const authorization = `Basic ${Buffer.from(`${client.clientId}:${client.secret}`).toString('base64')}`;
    const release = occupy();
    const controller = new AbortController();
    const sent = fetch(identity.url + token, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'password', username: email, password: 'wrong-password' }).toString(),
      signal: controller.signal,
    });
    await eventually(async () => assert.notEqual(await counted(), before));
    controller.abort();
    await assert.rejects(sent, { name: 'AbortError' });
    await release();
    const again = await identity.form(token, { grant_type: 'password', username: email, password: 'wrong-password' }, client);
    assert.equal(again.status, 400);
    assert.equal(await counted(), '2');
  });
});
