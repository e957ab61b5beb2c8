import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import { grants } from '../domain/application.ts';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { decodeJwt } from 'jose';
import { password, setUpIdentity, type IdentitySetUp } from '../fixtures/test-identity.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('sessions of a person', () => {
  let identity: IdentitySetUp;
  let now = new Date();
  before(async () => {
    identity = await setUpIdentity({ clock: () => now });
  });
  after(() => identity.stop());

  const sid = (token: string) => decodeJwt(token).sid as string;
  const listed = async (client: ApiClient) => (await client.get('/v1/me/sessions', { parameters: { limit: 100 } })).body.items;
  const gids = async (client: ApiClient) => (await listed(client)).map(({ gid }: { gid: string }) => gid);
  const refresh = (token: string) => identity.form('/oauth2/token', { grant_type: 'refresh_token', refresh_token: token });
  const networkOf = (gid: string) => identity.service.database.query(sql`select network from session where gid = ${gid}`);
  const isRefused = (client: ApiClient) =>
    eventually(async () => assert.equal((await client.get('/v1/me')).status, 401), { timeoutMs: 2_000 });
  /** Signs in like the gateway, which passes on the address. */
  async function signInFrom(email: string, forwardedFor: string, client = identity.client): Promise<ApiClient & { session: string }> {
    const form = { grant_type: 'password', username: email, password };
    const { body } = await identity.form('/oauth2/token', form, client, { 'x-forwarded-for': forwardedFor });
    return Object.assign(identity.bearer(body.access_token), { session: sid(body.access_token) });
  }

  describe('listMySessions', () => {
    test("200 shows only the caller's sessions, for an admin too, and marks that of the request", async () => {
      const [me, other] = [await identity.person(), await identity.person({ roles: ['admin'] })];
      const [here, there] = [sid(me.token!), sid((await identity.signInAs(me.email)).access_token)];
      const items = await listed(me);
      const current = Object.fromEntries(items.map((item: { gid: string; is_current: boolean }) => [item.gid, item.is_current]));
      assert.deepEqual(current, { [here]: true, [there]: false });
      assert.deepEqual(await gids(other), [sid(other.token!)]);
      const { gid: _, created_at, ...fields } = items.find(({ gid }: { gid: string }) => gid === here);
      const [application] = await identity.service.database.query<{ gid: string }>(
        sql`select gid from application where client_id = ${identity.client.clientId}`,
      );
      assert.deepEqual(fields, {
        href: `/v1/me/sessions/${here}`,
        application: { gid: application!.gid, href: `/v1/applications/${application!.gid}`, name: 'Test' },
        network: null,
        last_token_at: created_at,
        is_current: true,
      });
      const query = async (value: string) =>
        (await me.get('/v1/me/sessions', { parameters: { query: ['application.gid', '==', value] } })).body.total_count;
      assert.deepEqual([await query(application!.gid), await query(here)], [2, 0]);
    });

    test("200 with the network of the sign-in: the end user's if the application passes addresses on", async () => {
      const { email } = await identity.user();
      const application = await identity.addApplication({ passesOnAddresses: true });
      const me = await signInFrom(email, '203.0.113.7, 192.0.2.1');
      const sessions = {
        [me.session]: '192.0.2.1',
        [(await signInFrom(email, '2001:db8:1:2:3:4:5:6, 192.0.2.1', application)).session]: '2001:db8:1:2::/64',
        [(await signInFrom(email, 'unknown')).session]: null,
      };
      const items: { gid: string; network: string | null }[] = await listed(me);
      assert.deepEqual(Object.fromEntries(items.map(({ gid, network }) => [gid, network])), sessions);
    });

    test('200: a refresh moves last_token_at', async () => {
      const { email } = await identity.user();
      const token = await identity.signInAs(email);
      const me = identity.bearer(token.access_token);
      now = new Date(now.getTime() + MINUTE_MS);
      assert.equal((await refresh(token.refresh_token)).status, 200);
      const [{ created_at: beginTime, last_token_at: last }] = await listed(me);
      assert.equal(Date.parse(last) - Date.parse(beginTime), MINUTE_MS);
      const newer = { parameters: { query: ['last_token_at', '>', beginTime] } };
      assert.equal((await me.get('/v1/me/sessions', newer)).body.total_count, 1);
    });

    test('200 without ended sessions, whether expired or revoked', async () => {
      const { email } = await identity.user();
      await identity.signInAs(email);
      now = new Date(now.getTime() + 30 * DAY_MS);
      const [me, revoked] = [await identity.signInAs(email), await identity.signInAs(email)];
      assert.equal((await identity.form('/oauth2/revoke', { token: revoked.refresh_token })).status, 200);
      assert.deepEqual(await gids(identity.bearer(me.access_token)), [sid(me.access_token)]);
    });
  });

  describe('deleteMySession', () => {
    test("204 ends refresh tokens at once and access tokens within 2 s, even those of the request's session", async () => {
      const { email } = await identity.user();
      const [kept, ended] = [await identity.signInAs(email), await identity.signInAs(email)];
      const [me, there] = [identity.bearer(kept.access_token), identity.bearer(ended.access_token)];
      const path = `/v1/me/sessions/${sid(ended.access_token)}`;
      const { headers, body } = await me.get(path);
      assert.deepEqual([body.gid, body.is_current], [sid(ended.access_token), false]);
      assert.equal((await me.delete(path, { headers: { 'if-match': headers.get('etag')! } })).status, 204);
      assert.equal((await refresh(ended.refresh_token)).body.error, 'invalid_grant');
      assert.deepEqual(await gids(me), [sid(kept.access_token)]);
      await isRefused(there);
      assert.equal((await me.delete(`/v1/me/sessions/${sid(kept.access_token)}`)).status, 204);
      await isRefused(me);
    });

    test("404 for another person's session, for an admin too, and for one that has ended; 412 for an If-Match", async () => {
      const [me, admin] = [await identity.person(), await identity.person({ roles: ['admin'] })];
      const path = `/v1/me/sessions/${sid(me.token!)}`;
      assert.deepEqual([(await admin.get(path)).status, (await admin.delete(path)).status], [404, 404]);
      assert.equal((await me.delete(path, { headers: { 'if-match': '"another"' } })).status, 412);
      const ended = await identity.signInAs(me.email);
      await identity.form('/oauth2/revoke', { token: ended.refresh_token });
      const { status, body } = await me.delete(`/v1/me/sessions/${sid(ended.access_token)}`);
      assert.deepEqual([status, body.error.message], [404, 'Could not find this session']);
      assert.equal((await me.get('/v1/me')).status, 200);
    });
  });

  describe('endUserSessions', () => {
    test('204 by an admin: refresh tokens end at once, access tokens within 2 s; the user may sign in again', async () => {
      const [me, admin] = [await identity.person(), await identity.person({ roles: ['admin'] })];
      const { refresh_token: token } = await identity.signInAs(me.email);
      assert.equal((await me.put('/v1/me', { email: `new-${me.email}`, current_password: password })).status, 200);
      assert.equal((await admin.delete(`/v1/users/${me.gid}/sessions`)).status, 204);
      assert.equal((await refresh(token)).body.error, 'invalid_grant');
      await isRefused(me);
      const again = identity.bearer((await identity.signInAs(me.email)).access_token);
      assert.equal((await again.get('/v1/me')).body.pending_email, null);
      assert.equal((await listed(again)).length, 1);
    });

    test('403 for oneself and a manager, 404 for callers who do not see the user, and for no user', async () => {
      const bakery = await identity.organization();
      const [me, manager] = [await identity.person({ memberOf: [bakery] }), await identity.person({ manages: [bakery] })];
      const [stranger, admin] = [await identity.person(), await identity.person({ roles: ['admin'] })];
      const end = async (caller: ApiClient, gid = me.gid) => (await caller.delete(`/v1/users/${gid}/sessions`)).status;
      assert.deepEqual([await end(me), await end(manager), await end(stranger), await end(admin, newGid())], [403, 403, 404, 404]);
      assert.equal((await me.get('/v1/me')).status, 200);
    });
  });

  test("403 for an application's own token; the sessions of its technical user do not include it", async () => {
    const technical = await identity.person();
    const client = await identity.addApplication({ grants, technicalUser: technical.gid });
    const { access_token: token } = (await identity.form('/oauth2/token', { grant_type: 'client_credentials' }, client)).body;
    const path = `/v1/me/sessions/${sid(token)}`;
    const own = identity.bearer(token);
    assert.deepEqual([(await own.get('/v1/me/sessions')).status, (await own.delete(path)).status], [403, 403]);
    assert.deepEqual(await gids(technical), [sid(technical.token!)]);
    assert.equal((await technical.delete(path)).status, 404);
  });

  test("an erased person's sessions lose their network, and their codes are deleted", async () => {
    const admin = await identity.person({ roles: ['admin'] });
    const person = await identity.user();
    const { session } = await signInFrom(person.email, '192.0.2.1');
    assert.deepEqual(await networkOf(session), [{ network: '192.0.2.1' }]);
    const { database } = identity.service;
    const [application] = await database.query<{ gid: string }>(sql`select gid from application limit 1`);
    await identity.code({ applicationGid: application!.gid, userGid: person.gid, redirectUri: 'used' });
    await database.query(sql`update authorization_code set session_gid = ${session}`);
    assert.equal((await admin.delete(`/v1/users/${person.gid}`)).status, 204);
    assert.deepEqual(await networkOf(session), [{ network: null }]);
    assert.deepEqual(await database.query(sql`select from authorization_code where user_gid = ${person.gid}`), []);
  });

  test('200 for 20 refreshes at once, as of several tabs: one refresh token, and every access token works', async () => {
    const { email } = await identity.user();
    const token = await identity.signInAs(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(token.refresh_token)));
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(answers.map(({ body }) => body.refresh_token)).size, 1);
    for (const { body } of answers) assert.equal((await identity.bearer(body.access_token).get('/v1/me')).status, 200);
    assert.equal((await refresh(answers[0]!.body.refresh_token)).status, 200);
    assert.equal((await refresh(token.refresh_token)).body.error, 'invalid_grant');
    await isRefused(identity.bearer(answers[0]!.body.access_token));
  });
});
