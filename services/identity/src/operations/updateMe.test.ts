import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { newGid } from '@partner-ordering/kernel';
import { sql } from '@partner-ordering/data';
import { tokenIn } from '@partner-ordering/testing';
import { codeVerifier } from '../fixtures/codes.ts';
import { allNotifications, password, refusal, setUpIdentity, type IdentitySetUp, type Person } from '../fixtures/test-identity.ts';

describe('a user changes their own data', () => {
  let identity: IdentitySetUp;
  let now = new Date();
  before(async () => {
    identity = await setUpIdentity({ clock: () => now });
  });
  after(() => identity.stop());

  const newAddress = () => `${newGid()}@new.example`;
  const confirm = (token: string) => identity.anonymous.post(`/v1/p/email_confirmations/${token}`);
  const paths = ({ body }: { body: { error: { details: { path: string }[] } } }) => body.error.details.map(({ path }) => path);

  test('200 with the tag that GET has without `fields`, so that one change follows another', async () => {
    const me = await identity.person();
    const tagOf = async (response: Promise<{ headers: Headers }>) => (await response).headers.get('etag')!;
    let tag = await tagOf(me.get('/v1/me'));
    for (const [path, phone] of [
      ['/v1/me', '+33 1'],
      ['/v1/me?fields=phone', '+33 2'],
      ['/v1/me', '+33 2'],
    ] as const) {
      const answer = await me.put(path, { phone }, { headers: { 'if-match': tag } });
      assert.equal(answer.status, 200, path);
      tag = answer.headers.get('etag')!;
      assert.equal(tag, await tagOf(me.get('/v1/me')), path);
    }
  });

  describe('notifications', () => {
    const userState = async (gid: string) => (await identity.state<{ notifications: object; is_erased: boolean }>('user', gid))!.state!;

    test("200: the given kinds change, the others stay, and the user's public state follows", async () => {
      const me = await identity.person();
      const first = await me.put('/v1/me', { notifications: { project_proposed: false, project_finished: false } });
      assert.deepEqual(
        [first.status, first.body.notifications],
        [200, { ...allNotifications, project_proposed: false, project_finished: false }],
      );
      assert.equal((await me.put('/v1/me', { notifications: { project_finished: true } })).status, 200);
      const notifications = { ...allNotifications, project_proposed: false };
      assert.deepEqual((await me.get('/v1/me', { parameters: { fields: 'notifications' } })).body.notifications, notifications);
      assert.deepEqual((await userState(me.gid)).notifications, notifications);
    });

    test('400 for the notifications of another user, which only that user changes', async () => {
      const [admin, user] = [await identity.person({ roles: ['admin'] }), await identity.user()];
      const answer = await admin.put(`/v1/users/${user.gid}`, { notifications: { project_proposed: false } });
      assert.deepEqual([answer.status, paths(answer)], [400, ['notifications']]);
    });

    test("an erased user's switched-off notifications are forgotten", async () => {
      const [admin, me] = [await identity.person({ roles: ['admin'] }), await identity.person()];
      await me.put('/v1/me', { notifications: { project_proposed: false } });
      assert.equal((await admin.delete(`/v1/users/${me.gid}`)).status, 204);
      const { is_erased, notifications } = await userState(me.gid);
      assert.deepEqual([is_erased, notifications], [true, allNotifications]);
    });
  });

  describe('new email addresses', () => {
    test('400 without the current password or with a wrong one, which counts as a failed sign-in', async () => {
      const me = await identity.person();
      const failures = () =>
        identity.service.database.query(sql`select key, points from rate_limit where not starts_with(key, 'mails') order by key`);
      for (const [current_password, code, isCounted] of [
        [undefined, 'required', false],
        ['wrong', 'wrong_password', true],
      ] as const) {
        const before = await failures();
        const answer = await me.put('/v1/me', { email: newAddress(), current_password });
        assert.deepEqual(refusal(answer), [400, `current_password: ${code}`]);
        assert.equal(isDeepStrictEqual(await failures(), before), !isCounted, code);
      }
      const { status, body } = await me.put('/v1/me', { email: me.email, firstname: 'Nia' });
      assert.deepEqual([status, body.firstname, body.pending_email], [200, 'Nia', null]);
    });

    test('403 in a session that a code began, refreshed too, and to an admin for the address of others', async () => {
      const [admin, me, user] = [
        await identity.person({ roles: ['admin'] }),
        await identity.person({ roles: ['admin'] }),
        await identity.user(),
      ];
      const redirectUri = 'https://app.example/callback';
      const body = { name: 'Planner', grants: ['authorization_code', 'refresh_token'], redirect_uris: [redirectUri] };
      const { gid: applicationGid, client_id: clientId, client_secret: secret } = (await admin.post('/v1/applications', body)).body;
      const planner = { clientId, secret };
      const code = await identity.code({ applicationGid, userGid: me.gid, redirectUri });
      const form = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier };
      const first = (await identity.form('/oauth2/token', form, planner)).body;
      const refreshed = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
      const second = (await identity.form('/oauth2/token', refreshed, planner)).body;
      for (const { access_token } of [first, second]) {
        const application = identity.bearer(access_token);
        for (const address of [
          await application.put('/v1/me', { email: newAddress(), current_password: password }),
          await application.put(`/v1/users/${user.gid}`, { email: newAddress() }),
        ])
          assert.deepEqual([address.status, address.body.error.message], [403, 'Your are not authorized to update user']);
        assert.equal((await application.put(`/v1/users/${user.gid}`, { email: user.email, firstname: 'Nia' })).status, 204);
        const changed = await application.put('/v1/me/password', { current_password: password, password: 'zebra-lamp-42' });
        assert.deepEqual([changed.status, changed.body.error.message], [403, 'Your are not authorized to update password']);
        assert.equal((await application.put('/v1/me', { email: me.email, firstname: 'Nia' })).status, 200);
      }
    });

    test('a new address waits until the link of its mail is used, once; the old address is told', async () => {
      const [me, email] = [await identity.person(), newAddress()];
      const { body } = await me.put('/v1/me', { email, current_password: password });
      assert.deepEqual([body.email, body.pending_email], [me.email, email]);
      const notice = await identity.mailTo(me.email, 'email_change_notice');
      assert.ok(notice.text.includes(email));
      const token = tokenIn(await identity.mailTo(email, 'email_change'));

      assert.equal((await confirm(token)).status, 204);
      const after = (await me.get('/v1/me')).body;
      assert.deepEqual([after.email, after.pending_email], [email, null]);
      assert.equal((await identity.form('/oauth2/token', { grant_type: 'password', username: email, password })).status, 200);
      assert.equal(((await identity.state('user', me.gid))!.state as { email: string }).email, email);
      const again = await confirm(token);
      assert.deepEqual([again.status, again.body.error.message], [404, 'Could not find this email confirmation']);
    });

    test('404 for the link to a replaced address, after 24 hours, and for a token of another kind', async () => {
      const [me, first, second] = [await identity.person(), newAddress(), newAddress()];
      await me.put('/v1/me', { email: first, current_password: password });
      const oldToken = tokenIn(await identity.mailTo(first, 'email_change'));
      await me.put('/v1/me', { email: second, current_password: password });
      const current = tokenIn(await identity.mailTo(second, 'email_change'));
      assert.equal((await confirm(oldToken)).status, 404);
      await identity.anonymous.post('/v1/p/password_resets', { email: me.email });
      const other = tokenIn(await identity.mailTo(me.email, 'password_reset'));
      assert.equal((await confirm(other)).status, 404);
      assert.equal((await identity.anonymous.put(`/v1/p/password_resets/${current}`, { password: 'zebra-lamp-42' })).status, 404);
      now = new Date(now.getTime() + 24 * 3_600_000 + 1);
      assert.equal((await confirm(current)).status, 404);
      now = new Date();
    });

    test('an address of another account gets no mail; 400 for one that was taken before its confirmation', async () => {
      const [me, other, email] = [await identity.person(), await identity.user(), newAddress()];
      assert.equal((await me.put('/v1/me', { email: other.email.toUpperCase(), current_password: password })).status, 200);
      await identity.mailTo(me.email, 'email_change_notice');
      assert.equal(
        identity.sent.some(({ to }) => to.toLowerCase() === other.email),
        false,
      );

      await me.put('/v1/me', { email, current_password: password });
      const token = tokenIn(await identity.mailTo(email, 'email_change'));
      await identity.service.database.query(sql`update "user" set email = ${email} where gid = ${other.gid}`);
      const answer = await confirm(token);
      assert.deepEqual(refusal(answer), [400, 'email: email_taken']);
      assert.equal((await me.get('/v1/me')).body.email, me.email);
    });

    test('a pending address ends with changes of memberships, roles or password, or as a technical user', async () => {
      const [admin, bakery, studio] = [
        await identity.person({ roles: ['admin'] }),
        await identity.organization(),
        await identity.organization(),
      ];
      const changes: [string, (me: Person, path: string) => Promise<{ status: number }>][] = [
        ['joins', (_, path) => admin.post(`${path}/member_of`, { organization: { gid: studio.gid } })],
        ['manages', (_, path) => admin.put(`${path}/member_of/${bakery.gid}`, { is_manager: true })],
        ['leaves', (_, path) => admin.delete(`${path}/member_of/${bakery.gid}`)],
        ['roles', (_, path) => admin.put(path, { roles: ['customer'] })],
        ['technical', ({ gid }) => admin.post('/v1/applications', { name: 'Shop', grants: ['client_credentials'], user: { gid } })],
        ['password', (me) => me.put('/v1/me/password', { current_password: password, password: 'zebra-lamp-42' })],
      ];
      for (const [name, change] of changes) {
        const [me, email] = [await identity.person({ memberOf: [bakery] }), newAddress()];
        await me.put('/v1/me', { email, current_password: password });
        const link = tokenIn(await identity.mailTo(email, 'email_change'));
        const { status } = await change(me, `/v1/users/${me.gid}`);
        assert.ok(status === 201 || status === 204, `${name}: ${status}`);
        assert.equal((await me.get('/v1/me')).body.pending_email, null, name);
        await me.put('/v1/me', { email, current_password: password });
        assert.equal((await confirm(link)).status, 404, name);
      }
    });

    test('a pending address stays if a budget changes or the same roles are given again', async () => {
      const [admin, bakery] = [await identity.person({ roles: ['admin'] }), await identity.organization()];
      const [me, email] = [await identity.person({ memberOf: [bakery] }), newAddress()];
      await me.put('/v1/me', { email, current_password: password });
      const path = `/v1/users/${me.gid}`;
      await admin.put(`${path}/member_of/${bakery.gid}`, { monthly_budget: { amount: 5, currency: 'EUR' } });
      assert.equal((await admin.put(path, { roles: ['user'] })).status, 204);
      assert.equal((await me.get('/v1/me')).body.pending_email, email);
    });

    test('a password set by mail drops the pending address; a new address ends the links of earlier mails', async () => {
      const [me, email] = [await identity.person(), newAddress()];
      await identity.anonymous.post('/v1/p/password_resets', { email: me.email });
      const [resetToken] = [tokenIn(await identity.mailTo(me.email, 'password_reset'))];
      await me.put('/v1/me', { email, current_password: password });
      const token = tokenIn(await identity.mailTo(email, 'email_change'));
      assert.equal((await identity.anonymous.put(`/v1/p/password_resets/${resetToken}`, { password: 'zebra-lamp-42' })).status, 204);
      assert.equal((await confirm(token)).status, 404);

      const person = await identity.person();
      await identity.anonymous.post('/v1/p/password_resets', { email: person.email });
      const staleToken = tokenIn(await identity.mailTo(person.email, 'password_reset'));
      const next = newAddress();
      await person.put('/v1/me', { email: next, current_password: password });
      assert.equal((await confirm(tokenIn(await identity.mailTo(next, 'email_change')))).status, 204);
      assert.equal((await identity.anonymous.put(`/v1/p/password_resets/${staleToken}`, { password: 'zebra-lamp-42' })).status, 404);
    });
  });
});
