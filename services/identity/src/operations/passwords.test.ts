import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, tokenIn } from '@partner-ordering/testing';
import { sql } from '@partner-ordering/data';
import { password, refusal, setUpIdentity, type IdentitySetUp } from '../fixtures/test-identity.ts';

describe('passwords', () => {
  let identity: IdentitySetUp;
  let now = new Date();
  before(async () => {
    identity = await setUpIdentity({ clock: () => now });
  });
  after(() => identity.stop());

  const NEW = 'zebra-lamp-42';
  const signsIn = async (email: string, secret: string) =>
    (await identity.form('/oauth2/token', { grant_type: 'password', username: email, password: secret })).status === 200;
  const refresh = (token: string) => identity.form('/oauth2/token', { grant_type: 'refresh_token', refresh_token: token });
  const ask = (email: string) => identity.anonymous.post('/v1/p/password_resets', { email });
  const reset = (token: string, secret: unknown) => identity.anonymous.put(`/v1/p/password_resets/${token}`, { password: secret });
  const isQueueEmpty = () =>
    eventually(
      async () =>
        (await identity.service.database.query(sql`select from job where name like 'mail%' and given_up_at is null`)).length === 0,
    );
  /** Asks for a reset and takes the token out of the mail. */
  async function askedToken(email: string, count = 1): Promise<string> {
    assert.equal((await ask(email)).status, 204);
    return tokenIn(await identity.mailTo(email, 'password_reset', count));
  }

  describe('changePassword', () => {
    test('204: only the new password signs in; the other sessions end within 2 s, this one goes on', async () => {
      const me = await identity.person();
      const other = await identity.signInAs(me.email);
      assert.equal((await me.put('/v1/me/password', { current_password: password, password: NEW })).status, 204);

      assert.deepEqual([await signsIn(me.email, NEW), await signsIn(me.email, password)], [true, false]);
      assert.equal((await refresh(other.refresh_token)).status, 400);
      const outside = identity.bearer(other.access_token);
      await eventually(async () => assert.equal((await outside.get('/v1/me')).status, 401), { timeoutMs: 2_000 });
      assert.equal((await me.get('/v1/me')).status, 200);
    });

    test('400 for a wrong current password counts as a failed sign-in: later attempts wait or get 429', async () => {
      const client = await identity.addApplication({ passesOnAddresses: true });
      const [{ gid, email }, colleague] = [await identity.user(), await identity.user()];
      // The gateway passes on a backend's addresses only at the token endpoint.
      const headers = { 'x-forwarded-for': '192.0.2.1' };
      const tokenFor = async (username: string): Promise<string> =>
        (await identity.form('/oauth2/token', { grant_type: 'password', username, password }, client, headers)).body.access_token;
      const token = await tokenFor(email);
      const change = (current_password: string, as = token) =>
        identity.bearer(as).put('/v1/me/password', { current_password, password: NEW }, { headers });

      for (let failure = 1; failure <= 5; failure += 1) {
        const answer = await change('wrong');
        assert.deepEqual(refusal(answer), [400, 'current_password: wrong_password']);
      }
      const pointsOf = (kind: string, account = gid) =>
        identity.service.database.query(sql`select points from rate_limit where key like ${`${kind}:${account}:%`}`);
      // The next attempt waits for a minute then.
      await identity.service.database.query(
        sql`update rate_limit set points = 30 where key like ${`%:${gid}:%`} or starts_with(key, 'source:')`,
      );
      const hangUp = new AbortController();
      const waiting = fetch(`${identity.url}/v1/me/password`, {
        method: 'PUT',
        headers: { ...headers, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ current_password: password, password: NEW }),
        signal: hangUp.signal,
      });
      await eventually(async () => assert.equal((await pointsOf('lock')).length, 1));
      const slowed = await change(password);
      assert.equal(slowed.status, 429);
      assert.deepEqual(slowed.body, {
        error: { code: 429, reason: 'too_many_requests', message: 'Too many failed attempts; try again later' },
      });
      assert.ok(Number(slowed.headers.get('retry-after')) > 6);
      hangUp.abort();
      await assert.rejects(waiting, { name: 'AbortError' });
      await eventually(async () => assert.deepEqual([await pointsOf('lock'), await pointsOf('pair')], [[], [{ points: 30 }]]));
      const ofColleague = await tokenFor(colleague.email);
      assert.equal((await change('wrong', ofColleague)).status, 400);
      assert.equal((await change(password, ofColleague)).status, 204);
      assert.deepEqual(await pointsOf('lock', colleague.gid), [], 'nobody waits for what others of the backend try');
    });

    test('400 for every bad field, and no attempt is counted', async () => {
      const me = await identity.person();
      const bad = [
        [{ current_password: password, password: 'short' }, 'wrong_length'],
        [{ current_password: password, password: 'x'.repeat(201) }, 'wrong_length'],
        [{ current_password: password, password: 'Password123' }, 'common_password'],
        [{ current_password: password, password: `my ${me.email}` }, 'contains_email'],
      ] as const;
      for (const [body, code] of bad) {
        const answer = await me.put('/v1/me/password', body);
        assert.deepEqual(refusal(answer), [400, `password: ${code}`], JSON.stringify(body));
      }
      assert.equal(await signsIn(me.email, password), true);
    });
  });

  describe('forgotten passwords', () => {
    test('204 mails a link; its token sets the password once, and every session ends', async () => {
      const me = await identity.person();
      const token = await askedToken(me.email);
      const mail = await identity.mailTo(me.email, 'password_reset');
      assert.match(mail.text, /^https:\/\/pages\.test\/password#token=[\w-]{43}$/m);
      assert.equal(mail.subject, 'Reset your password');

      assert.equal((await reset(token, NEW)).status, 204);
      assert.deepEqual([await signsIn(me.email, NEW), await signsIn(me.email, password)], [true, false]);
      await eventually(async () => assert.equal((await me.get('/v1/me')).status, 401), { timeoutMs: 2_000 });
      const again = await reset(token, 'another-zebra-42');
      assert.deepEqual(
        [again.status, again.body],
        [404, { error: { code: 404, reason: 'not_found', message: 'Could not find this password reset' } }],
      );
    });

    test('204 for an unknown address, a disabled user and capitals; only the last gets a mail, at its own spelling', async () => {
      const [disabled, me] = [await identity.user({ isEnabled: false }), await identity.user()];
      const before = identity.sent.length;
      for (const email of ['nobody@example.com', disabled.email, me.email.toUpperCase()]) {
        const { status, body } = await ask(email);
        assert.deepEqual([status, body], [204, '']);
      }
      await identity.mailTo(me.email, 'password_reset');
      await isQueueEmpty();
      assert.deepEqual(
        identity.sent.slice(before).map(({ to }) => to),
        [me.email],
      );
    });

    test('400 for an invalid address, header lines included; 404 for every invalid token', async () => {
      for (const email of [
        'nobody',
        'a@example.com\r\nBcc: b@example.com',
        'a@example.com,b@example.com',
        `${'x'.repeat(250)}@example.com`,
        7,
        null,
      ]) {
        const answer = await identity.anonymous.post('/v1/p/password_resets', { email });
        assert.deepEqual([answer.status, answer.body.error.details[0].path], [400, 'email'], String(email));
      }
      for (const token of ['x', 'a'.repeat(43), newGid(), "' or 1=1", '{}', '%25', 'x'.repeat(255)])
        assert.equal((await reset(encodeURIComponent(token), NEW)).status, 404, token);
    });

    test('400 for a bad password keeps the token valid', async () => {
      const { email } = await identity.user();
      const token = await askedToken(email);
      for (const bad of ['short', 'qwertyuiop', email, 7, null]) assert.equal((await reset(token, bad)).status, 400, String(bad));
      assert.equal((await reset(token, NEW)).status, 204);
    });

    test("404 an hour after the mail, for an earlier mail's token after a reset, and for a user disabled since", async () => {
      const [late, user, disabled] = [await identity.user(), await identity.user(), await identity.user()];
      const tokens = [await askedToken(user.email), await askedToken(user.email, 2)];
      assert.equal((await reset(tokens[1]!, NEW)).status, 204);
      assert.equal((await reset(tokens[0]!, NEW)).status, 404);
      const ofDisabled = await askedToken(disabled.email);
      await identity.service.database.query(sql`update "user" set is_enabled = false where gid = ${disabled.gid}`);
      assert.equal((await reset(ofDisabled, NEW)).status, 404);
      const token = await askedToken(late.email);
      now = new Date(now.getTime() + 3_600_001);
      assert.equal((await reset(token, NEW)).status, 404);
      now = new Date();
    });

    test('one of two concurrent uses of a token succeeds', async () => {
      const { email } = await identity.user();
      const token = await askedToken(email);
      const answers = await Promise.all([reset(token, NEW), reset(token, 'another-zebra-42')]);
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [204, 404]);
    });

    test('five mails an hour go to an address; further ones wait for the next hour', async () => {
      const { email } = await identity.user();
      for (let count = 1; count <= 5; count += 1) await askedToken(email, count);
      await ask(email);
      await isQueueEmpty();
      assert.equal(identity.sent.filter(({ to }) => to === email).length, 5);
      await identity.service.database.query(sql`update rate_limit set expire = expire - 3600000 where starts_with(key, 'mails_to:')`);
      await askedToken(email, 6);
    });

    test('each attempt to send has its own token, and the newest three are valid, as any may have arrived', async () => {
      const { email, gid } = await identity.user();
      const { database } = identity.service;
      await askedToken(email);
      const { newMailToken } = await import('../domain/mail-token.ts');
      const token = { mail: newGid(), purpose: 'password', subject: gid, address: email, lifetimeMs: 3_600_000 } as const;
      const hashes: string[] = [];
      for (let attempt = 1; attempt <= 4; attempt += 1) hashes.push((await newMailToken(database, token, now))!);
      assert.equal((await reset(hashes[0]!, NEW)).status, 404);
      assert.equal((await reset(hashes[1]!, NEW)).status, 204);
    });

    test('networks take turns, even for an address for which another network has already asked', async () => {
      const { database } = identity.service;
      const users: { email: string }[] = [];
      for (let count = 0; count < 4; count += 1) users.push(await identity.user());
      const [first, second, third, victim] = users.map(({ email }) => email) as [string, string, string, string];
      const askFrom = (address: string, email: string) =>
        identity.anonymous.post('/v1/p/password_resets', { email }, { headers: { 'x-forwarded-for': address } });
      await isQueueEmpty();
      const before = identity.sent.length;
      // The lock keeps the first mail from being written, and the mail holds the place of its kind.
      await database.transactional(async (tx) => {
        await tx.query(sql`lock table mail_token in exclusive mode`);
        await askFrom('192.0.2.1', first);
        await eventually(
          async () =>
            (await database.query(sql`select from job where leased_until is not null and name = 'mail_password_reset'`)).length === 1,
        );
        for (const email of [second, third, victim]) await askFrom('192.0.2.1', email);
        await askFrom('198.51.100.7', victim);
      });
      await isQueueEmpty();
      assert.deepEqual(
        identity.sent.slice(before).map(({ to }) => to),
        [first, victim, second, third],
      );
    });

    test('the database holds only the hash of a token, and the queue holds none', async () => {
      const { email } = await identity.user();
      identity.refuseMails(new Error('the mail server is down'));
      await ask(email);
      const [job] = await eventually(async () => {
        const found = await identity.service.database.query<{ last_error: string | null }>(
          sql`select * from job where name = 'mail_password_reset'`,
        );
        return found[0]?.last_error !== null && found;
      });
      identity.refuseMails(undefined);
      await identity.service.database.query(sql`update job set run_at = now() - interval '1 hour'`);
      const token = tokenIn(await identity.mailTo(email, 'password_reset'));
      const rows = await identity.service.database.query(sql`select * from mail_token`);
      assert.doesNotMatch(JSON.stringify(rows), new RegExp(token));
      assert.deepEqual(Object.keys((job as unknown as { data: object }).data).toSorted(), ['about', 'gid', 'to']);
    });
  });

  describe('the password of a new user', () => {
    test('a new user sets the password with the link of a mail in their locale, valid for seven days', async () => {
      const admin = await identity.person({ roles: ['admin'] });
      const [email, late] = [`${newGid()}@example.com`, `${newGid()}@example.com`];
      for (const address of [email, late])
        await admin.create('/v1/users', { email: address, firstname: 'Nia', lastname: 'New', locale: 'fr' });
      const mail = await identity.mailTo(email, 'set_password');
      assert.equal(mail.subject, 'Choisissez votre mot de passe');
      assert.equal((await reset(tokenIn(mail), NEW)).status, 204);
      assert.equal(await signsIn(email, NEW), true);

      const lateToken = tokenIn(await identity.mailTo(late, 'set_password'));
      now = new Date(now.getTime() + 7 * 24 * 3_600_000 + 1);
      assert.equal((await reset(lateToken, NEW)).status, 404);
      now = new Date();
    });
  });
});
