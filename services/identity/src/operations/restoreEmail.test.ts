import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY_MS, newGid } from '@partner-ordering/kernel';
import { sql } from '@partner-ordering/data';
import { retryGivenUp } from '@partner-ordering/jobs';
import { Undeliverable } from '@partner-ordering/mail';
import { eventually, tokenIn } from '@partner-ordering/testing';
import { password, refusal, setUpIdentity, type IdentitySetUp, type Person } from '../fixtures/test-identity.ts';

const NEW = 'zebra-lamp-42';

describe('the link in the notice of a new address', () => {
  let identity: IdentitySetUp;
  let now = new Date();
  before(async () => {
    identity = await setUpIdentity({ clock: () => now });
  });
  after(() => identity.stop());

  const newAddress = () => `${newGid()}@new.example`;
  const restore = (token: string, secret: unknown = NEW) =>
    identity.anonymous.put(`/v1/p/email_restorations/${token}`, { password: secret });
  const confirm = (token: string) => identity.anonymous.post(`/v1/p/email_confirmations/${token}`);
  const noticeTo = (address: string) => identity.mailTo(address, 'email_change_notice');
  const signsIn = async (username: string, secret = password) =>
    (await identity.form('/oauth2/token', { grant_type: 'password', username, password: secret })).status === 200;
  const ask = async (me: Pick<Person, 'put'>, email: string) =>
    assert.equal((await me.put('/v1/me', { email, current_password: password })).status, 200);
  /** A thief with the password asks for a new address and confirms it. */
  async function move(me: Pick<Person, 'put'>, email = newAddress()): Promise<string> {
    await ask(me, email);
    assert.equal((await confirm(tokenIn(await identity.mailTo(email, 'email_change')))).status, 204);
    return email;
  }

  test('204 restores the old address with a new password, and ends every session and the link to another address', async () => {
    const me = await identity.person();
    const thief = await move(me);
    const next = newAddress();
    await ask(me, next);
    const waiting = tokenIn(await identity.mailTo(next, 'email_change'));
    const notice = await noticeTo(me.email);
    assert.match(notice.text, /^https:\/\/pages\.test\/restore#token=[\w-]{43}$/m);
    assert.ok(notice.text.includes(thief));

    assert.equal((await restore(tokenIn(notice))).status, 204);
    await eventually(async () => assert.equal((await me.get('/v1/me')).status, 401), { timeoutMs: 2_000 });
    assert.deepEqual([await signsIn(me.email, NEW), await signsIn(me.email), await signsIn(thief, NEW)], [true, false, false]);
    assert.equal((await confirm(waiting)).status, 404);
    const { email } = (await identity.state<{ email: string }>('user', me.gid))!.state!;
    assert.equal(email, me.email);
    const again = await restore(tokenIn(notice));
    assert.deepEqual([again.status, again.body.error.message], [404, 'Could not find this email restoration']);
  });

  test('204 drops a waiting address, and ends links for a new password and other links to the same address', async () => {
    const [me, email] = [await identity.person(), newAddress()];
    await ask(me, newAddress());
    const other = tokenIn(await noticeTo(me.email));
    await ask(me, email);
    await identity.anonymous.post('/v1/p/password_resets', { email: me.email });
    const reset = tokenIn(await identity.mailTo(me.email, 'password_reset'));
    const waiting = tokenIn(await identity.mailTo(email, 'email_change'));
    assert.equal((await restore(tokenIn(await identity.mailTo(me.email, 'email_change_notice', 2)))).status, 204);
    for (const answer of [await confirm(waiting), await restore(other)]) assert.equal(answer.status, 404);
    assert.equal((await identity.anonymous.put(`/v1/p/password_resets/${reset}`, { password: 'stale-zebra-42' })).status, 404);
    const again = identity.bearer(
      (await identity.form('/oauth2/token', { grant_type: 'password', username: me.email, password: NEW })).body.access_token,
    );
    assert.equal((await again.get('/v1/me')).body.pending_email, null);
  });

  test('204 even after the new address has used its own link, whose further links end; the replaced address is told', async () => {
    const me = await identity.person();
    const second = await move(me);
    const third = newAddress();
    await ask(me, third);
    const own = tokenIn(await noticeTo(me.email));
    assert.equal((await restore(tokenIn(await noticeTo(second)), 'thief-zebra-42')).status, 204);
    const thief = identity.bearer(
      (await identity.form('/oauth2/token', { grant_type: 'password', username: second, password: 'thief-zebra-42' })).body.access_token,
    );
    const askAgain = async (email: string) =>
      assert.equal((await thief.put('/v1/me', { email, current_password: 'thief-zebra-42' })).status, 200);
    await askAgain(newAddress());
    await identity.mailTo(second, 'email_change_notice', 2);
    const release = identity.holdMails();
    await askAgain(newAddress());
    const tokens = sql`select from mail_token where subject_gid = ${me.gid} and purpose = 'restore'`;
    await eventually(async () => assert.equal((await identity.service.database.query(tokens)).length, 4));
    // Never attempted, since the previous one is being sent.
    await askAgain(newAddress());

    assert.equal((await restore(own)).status, 204);
    release();
    const notice = await identity.mailTo(second, 'email_change_notice', 4);
    assert.equal(notice.subject, 'Your account has its former email address again');
    assert.doesNotMatch(notice.text, /#token=/);
    const links = identity.sent.filter(({ to, text }) => to === second && text.includes('/restore#')).map(tokenIn);
    assert.deepEqual(await Promise.all(links.map(async (link) => (await restore(link)).status)), [404, 404, 404]);
    assert.equal(await signsIn(me.email, NEW), true);
  });

  test('404 once an admin has disabled the user or asked for another address: a thief’s link ends', async () => {
    const admin = await identity.person({ roles: ['admin'] });
    for (const repair of [{ is_enabled: false }, { email: newAddress() }]) {
      const me = await identity.person();
      const thief = await move(me);
      await ask(me, newAddress());
      const link = tokenIn(await noticeTo(thief));
      for (const change of [repair, { is_enabled: true }]) assert.equal((await admin.put(`/v1/users/${me.gid}`, change)).status, 204);
      assert.equal((await restore(link)).status, 404, Object.keys(repair)[0]);
    }
  });

  test('404 seven days after the change, however late the notice is sent; after that no link is sent', async () => {
    const start = now;
    const { database } = identity.service;
    for (const [days, isSent] of [
      [6, true],
      [8, false],
    ] as const) {
      const me = await identity.person();
      identity.refuseMails(new Undeliverable('nobody of this name'));
      await ask(me, newAddress());
      const waiting = sql`select given_up_at is not null as gave_up from job where data->>'to' = ${me.email}`;
      await eventually(async () => assert.deepEqual(await database.query(waiting), [{ gave_up: true }]));
      identity.refuseMails(undefined);
      now = new Date(start.getTime() + days * DAY_MS);
      await retryGivenUp(database, now);
      // Wakes the worker.
      await identity.anonymous.post('/v1/p/password_resets', { email: newAddress() });
      await eventually(async () => assert.deepEqual(await database.query(waiting), []));
      const notice = identity.sent.find(({ to }) => to === me.email);
      assert.equal(notice !== undefined, isSent);
      now = new Date(start.getTime() + 7 * DAY_MS + 60_000);
      if (notice) assert.equal((await restore(tokenIn(notice))).status, 404);
      now = start;
    }
    now = new Date();
  });

  test('404 after seven days, for a token of another kind, and for a user disabled since', async () => {
    const [late, other, disabled] = [await identity.person(), await identity.person(), await identity.person()];
    for (const me of [late, other, disabled]) await move(me);
    await identity.anonymous.post('/v1/p/password_resets', { email: other.email });
    const ofOther = tokenIn(await noticeTo(other.email));
    assert.equal((await confirm(ofOther)).status, 404);
    assert.equal((await identity.anonymous.put(`/v1/p/password_resets/${ofOther}`, { password: NEW })).status, 404);
    await identity.service.database.query(sql`update "user" set is_enabled = false where gid = ${disabled.gid}`);
    assert.equal((await restore(tokenIn(await noticeTo(disabled.email)))).status, 404);
    const start = now;
    now = new Date(start.getTime() + 7 * DAY_MS - 60_000);
    assert.equal((await restore(ofOther)).status, 204);
    now = new Date(start.getTime() + 7 * DAY_MS + 60_000);
    assert.equal((await restore(tokenIn(await noticeTo(late.email)))).status, 404);
    now = new Date();
  });

  test('400 for a bad password and for an address that another account has by now; the link stays valid', async () => {
    const me = await identity.person();
    await move(me);
    const token = tokenIn(await noticeTo(me.email));
    for (const bad of ['short', 'qwertyuiop', me.email, 7, null]) assert.equal((await restore(token, bad)).status, 400, String(bad));
    const other = await identity.user();
    const give = (email: string) => identity.service.database.query(sql`update "user" set email = ${email} where gid = ${other.gid}`);
    await give(me.email.toUpperCase());
    const answer = await restore(token);
    assert.deepEqual(refusal(answer), [400, 'email: email_taken']);
    // Erasing the other account keeps the link, too.
    const admin = await identity.person({ roles: ['admin'] });
    assert.equal((await admin.delete(`/v1/users/${other.gid}`)).status, 204);
    assert.equal((await restore(token)).status, 204);
  });

  test('the notice of a change by an admin, or to an address that was never confirmed, has no link', async () => {
    const [admin, me] = [await identity.person({ roles: ['admin'] }), await identity.person()];
    assert.equal((await admin.put(`/v1/users/${me.gid}`, { email: newAddress() })).status, 204);
    const unconfirmed = await identity.person();
    await identity.service.database.query(sql`update "user" set is_email_confirmed = false where gid = ${unconfirmed.gid}`);
    await move(unconfirmed);
    for (const { email } of [me, unconfirmed]) assert.doesNotMatch((await noticeTo(email)).text, /#token=/);
  });
});
