import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, tokenIn } from '@partner-ordering/testing';
import { inPasswordQueue, QueueFull, passwordQueueLength } from '../domain/password-queue.ts';
import { password, setUpIdentity, type IdentitySetUp } from '../fixtures/test-identity.ts';

let identity: IdentitySetUp;

const token = '/oauth2/token';
const rows = async (text: string) => (await identity.service.database.query<{ count: string }>({ text, values: [] }))[0]!.count;

/** Occupies what runs, and the queue with as much as each of these sources may have in it. The returned function ends it. */
function occupy(sources: readonly string[] = [], { isVisitor = false } = {}): () => Promise<unknown> {
  const gate = Promise.withResolvers<void>();
  const queueEnds: Promise<void>[] = [];
  // The last of them is refused, since one waits behind what runs.
  const enter = (source: string) => queueEnds.push(inPasswordQueue(source, () => gate.promise, { isVisitor }).catch(() => undefined));
  while (passwordQueueLength() === 0) enter('running');
  for (const source of sources) for (let count = 0; count < 32; count += 1) enter(source);
  return () => (gate.resolve(), Promise.all(queueEnds));
}

describe('limits while many passwords are checked', () => {
  before(async () => void (identity = await setUpIdentity()));
  after(() => identity.stop());

  test("429 with Retry-After for a source's surplus sign-ins, which do not count as failures; 200 for others", async () => {
    const [user, other] = [await identity.user(), await identity.user()];
    const client = await identity.addApplication();
    const release = occupy();
    const before = passwordQueueLength();
    let answered = 0;
    const ask = async (email: string, from: typeof client) => {
      const answer = await identity.form(token, { grant_type: 'password', username: email, password }, from);
      answered += 1;
      return answer;
    };
    const attempts = Array.from({ length: 40 }, (_, index) => ask(`${index % 20}-${user.email}`, client));
    await eventually(() => assert.deepEqual([passwordQueueLength(), answered], [before + 32, 8]));
    const one = ask(other.email, identity.client);
    await eventually(() => assert.equal(passwordQueueLength(), before + 33));
    assert.equal(await rows('select count(*) from rate_limit'), '0', 'nothing is asked of the database before they have a slot');
    await release();
    assert.equal((await one).status, 200);
    const refused = (await Promise.all(attempts)).filter(({ status }) => status === 429);
    assert.equal(refused.length, 8);
    for (const { body, headers } of refused) {
      assert.deepEqual(body, { error: 'slow_down', error_description: 'Too many sign-ins at once; try again later' });
      assert.ok(Number(headers.get('retry-after')) >= 1);
    }
    assert.equal(await rows(`select sum(points) as count from rate_limit where starts_with(key, 'pair:')`), '32');
  });

  test('429 with Retry-After once too many sign-ins of all sources wait', async () => {
    const { email } = await identity.user();
    const release = occupy(['one', 'two', 'three', 'four']);
    const answer = await identity.form(token, { grant_type: 'password', username: email, password });
    assert.deepEqual([answer.status, answer.body.error], [429, 'slow_down']);
    assert.ok(Number(answer.headers.get('retry-after')) >= 2);
    assert.equal((await identity.form(token, { grant_type: 'refresh_token', refresh_token: 'unknown' })).status, 400, 'other grants go on');
    await release();
    assert.equal((await identity.form(token, { grant_type: 'password', username: email, password })).status, 200);
  });

  test('200 for a sign-in through an application, however many visitors of the page wait', async () => {
    const { email } = await identity.user();
    const release = occupy(['one', 'two', 'three'], { isVisitor: true });
    await assert.rejects(
      inPasswordQueue('five', async () => undefined, { isVisitor: true }),
      QueueFull,
    );
    const before = passwordQueueLength();
    const answer = identity.form(token, { grant_type: 'password', username: email, password });
    await eventually(() => assert.equal(passwordQueueLength(), before + 1));
    await release();
    assert.equal((await answer).status, 200);
  });

  const reset = async () => {
    const { email } = await identity.user();
    await identity.anonymous.post('/v1/p/password_resets', { email });
    const path = `/v1/p/password_resets/${tokenIn(await identity.mailTo(email, 'password_reset'))}`;
    return (choose = password) => identity.anonymous.put(path, { password: choose });
  };
  const signUp = async (email = `${newGid()}@new.example`) => {
    const [admin, { gid }] = [await identity.person({ roles: ['admin'] }), await identity.organization()];
    const { token } = (await admin.get(await admin.create('/v1/invitations', { email, organization: { gid } }))).body;
    return (choose = password) =>
      identity.anonymous.post(`/v1/p/invitations/${token}/user`, { firstname: 'Nia', lastname: 'New', password: choose });
  };

  for (const [name, table, begin, done] of [
    ['reset', 'mail_token', reset, 204],
    ['sign-up with an invitation', 'invitation', signUp, 201],
  ] as const)
    test(`a ${name} waits for its slot without transaction or lock; 429 with Retry-After if too many of its source wait`, async () => {
      const [ask, next] = [await begin(), await begin()];
      const all = await rows(`select count(*) from ${table}`);
      const release = occupy();
      const before = passwordQueueLength();
      const waiting = ask();
      await eventually(() => assert.equal(passwordQueueLength(), before + 1));
      assert.equal(await rows(`select count(*) from (select from ${table} for update nowait) as free`), all);
      assert.equal(
        await rows(`select count(*) from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`),
        '0',
      );
      await release();
      assert.equal((await waiting).status, done);

      const releaseAll = occupy(['']);
      const { status, headers } = await next();
      assert.equal(status, 429);
      assert.ok(Number(headers.get('retry-after')) >= 1);
      await releaseAll();
      assert.equal((await next()).status, done);
    });

  test('400 and 404 come before the queue: a request that is refused in any case costs no hash', async () => {
    const [resetByUsedToken, signUpWithOpenInvitation, signUpWithKnownAddress] = [
      await reset(),
      await signUp(),
      await signUp((await identity.user()).email),
    ];
    assert.equal((await resetByUsedToken()).status, 204);
    const release = occupy(['']);
    const names = { firstname: 'Nia', lastname: 'New', password };
    const answers = [
      await resetByUsedToken(),
      await identity.anonymous.post('/v1/p/invitations/unknown/user', names),
      await signUpWithOpenInvitation('Password123'),
      await signUpWithKnownAddress(),
    ];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [404, 404, 400, 400],
    );
    await release();
  });

  test('a client that hangs up counts like one that waits for its answer', async () => {
    const { gid, email } = await identity.user();
    const failureCount = () => rows(`select coalesce(sum(points), 0) as count from rate_limit where key = 'account:${gid}'`);
    const client = await identity.addApplication();
    const authorization = `Basic ${Buffer.from(`${client.clientId}:${client.secret}`).toString('base64')}`;
    const release = occupy();
    const before = passwordQueueLength();
    const controller = new AbortController();
    const sent = fetch(identity.url + token, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'password', username: email, password: 'wrong-password' }).toString(),
      signal: controller.signal,
    });
    await eventually(() => assert.equal(passwordQueueLength(), before + 1));
    controller.abort();
    await assert.rejects(sent, { name: 'AbortError' });
    await release();
    await eventually(async () => assert.equal(await failureCount(), '1'));
    const again = await identity.form(token, { grant_type: 'password', username: email, password: 'wrong-password' }, client);
    assert.equal(again.status, 400);
    assert.equal(await failureCount(), '2');
  });
});
