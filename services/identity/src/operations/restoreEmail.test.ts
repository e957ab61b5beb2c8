import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { DAY_MS, newGid } from '@partner-ordering/kernel';
import { sql } from '@partner-ordering/data';
import { eventually, tokenIn } from '@partner-ordering/testing';
import { password, setUpIdentity, type IdentitySetUp, type Person } from '../fixtures/test-identity.ts';

const NEW = 'zebra-lamp-42';

describe('the link of the notice of a new address', () => {
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
  /** Somebody who knows the password asks for a new address and confirms it. */
  async function move(me: Pick<Person, 'put'>, email = newAddress()): Promise<string> {
    await ask(me, email);
    assert.equal((await confirm(tokenIn(await identity.mailTo(email, 'email_change')))).status, 204);
    return email;
  }

  test('204: the old address is back with a new password; every session ends, and the link to another address', async () => {
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

  test('204 while the new address waits: it is dropped, and links for a new password end', async () => {
    const [me, email] = [await identity.person(), newAddress()];
    await ask(me, email);
    await identity.anonymous.post('/v1/p/password_resets', { email: me.email });
    const reset = tokenIn(await identity.mailTo(me.email, 'password_reset'));
    const waiting = tokenIn(await identity.mailTo(email, 'email_change'));
    assert.equal((await restore(tokenIn(await noticeTo(me.email)))).status, 204);
    assert.equal((await confirm(waiting)).status, 404);
    assert.equal((await identity.anonymous.put(`/v1/p/password_resets/${reset}`, { password: 'stale-zebra-42' })).status, 404);
    const again = identity.bearer(
      (await identity.form('/oauth2/token', { grant_type: 'password', username: me.email, password: NEW })).body.access_token,
    );
    assert.equal((await again.get('/v1/me')).body.pending_email, null);
  });

  test('204 also after who has the new address used their own link; it ends theirs, and those of notices that were not yet sent', async () => {
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
    const later = tokenIn(await noticeTo(second));
    identity.refuseMails(new Error('the mail server is down'));
    await askAgain(newAddress());
    const unsent = () => identity.service.database.query(sql`select from job where name = 'mail_email_change_notice'`);
    await eventually(async () => assert.equal((await unsent()).length, 1));

    assert.equal((await restore(own)).status, 204);
    assert.equal((await unsent()).length, 0);
    identity.refuseMails(undefined);
    assert.equal((await restore(later)).status, 404);
    assert.equal(await signsIn(me.email, NEW), true);
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
    const begun = now;
    now = new Date(begun.getTime() + 7 * DAY_MS - 60_000);
    assert.equal((await restore(ofOther)).status, 204);
    now = new Date(begun.getTime() + 7 * DAY_MS + 60_000);
    assert.equal((await restore(tokenIn(await noticeTo(late.email)))).status, 404);
    now = new Date();
  });

  test('400 for a bad password, and for an address that another account has meanwhile; the link stays good', async () => {
    const me = await identity.person();
    await move(me);
    const token = tokenIn(await noticeTo(me.email));
    for (const bad of ['short', 'qwertyuiop', me.email, 7, null]) assert.equal((await restore(token, bad)).status, 400, String(bad));
    const other = await identity.user();
    const give = (email: string) => identity.service.database.query(sql`update "user" set email = ${email} where gid = ${other.gid}`);
    await give(me.email.toUpperCase());
    const taken = await restore(token);
    assert.deepEqual([taken.status, taken.body.error.details], [400, [{ path: 'email', message: 'already has an account' }]]);
    await give(other.email);
    assert.equal((await restore(token)).status, 204);
  });

  test('is not in a notice of a change by an admin, nor in one to an address that was never confirmed', async () => {
    const [admin, me] = [await identity.person({ roles: ['admin'] }), await identity.person()];
    assert.equal((await admin.put(`/v1/users/${me.gid}`, { email: newAddress() })).status, 204);
    const unconfirmed = await identity.person();
    await identity.service.database.query(sql`update "user" set is_email_confirmed = false where gid = ${unconfirmed.gid}`);
    await move(unconfirmed);
    for (const { email } of [me, unconfirmed]) assert.doesNotMatch((await noticeTo(email)).text, /#token=/);
  });
});
