import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { decodeJwt } from 'jose';
import { sql } from '@partner-ordering/data';
import { type ApiClient, eventually } from '@partner-ordering/testing';
import { type IdentitySetUp, password, setUpIdentity } from '../fixtures/test-identity.ts';

const HOUR_MS = 3_600_000;
const path = '/v1/me/browser_sessions';

describe('browser sessions of a person', () => {
  let identity: IdentitySetUp;
  before(async () => {
    identity = await setUpIdentity();
  });
  after(() => identity.stop());

  const listed = async (client: ApiClient, parameters = {}) =>
    (await client.get(path, { parameters: { sort: 'asc', ...parameters } })).body.items as Record<string, unknown>[];
  const gids = async (client: ApiClient) => (await listed(client)).map(({ gid }) => gid);
  const isRefused = (client: ApiClient) =>
    eventually(async () => assert.equal((await client.get('/v1/me')).status, 401), { timeoutMs: 2_000 });

  /** Signs a person in in a new browser. `console` asks for a token, with which the gateway acts for its console. */
  async function browserOf(email: string, forwardedFor = '192.0.2.1', userAgent = 'Browser/1') {
    const form = new URLSearchParams({ username: email, password }).toString();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'https://partner-ordering.test',
      'x-forwarded-for': forwardedFor,
      'user-agent': userAgent,
    };
    const answer = await identity.anonymous.post('/oauth2/sign_in', form, { headers });
    const secret = answer.headers.get('set-cookie')!.split(';')[0]!.split('=')[1]!;
    const trade = async () => (await identity.asService('gateway')).post('/internal/browser_sessions/token', { secret });
    const token = (await trade()).body.access_token as string;
    return { trade, console: identity.bearer(token), gid: decodeJwt(token).sid as string };
  }

  describe('listMyBrowserSessions and getMyBrowserSession', () => {
    test("200 shows only the caller's browsers, with times, network and user agent, and marks the asking one", async () => {
      const [me, admin] = [await identity.person(), await identity.person({ roles: ['admin'] })];
      const here = await browserOf(me.email);
      const there = await browserOf(me.email, '203.0.113.7, 2001:db8:1:2:3:4:5:6', 'x'.repeat(257));
      const [first, second, ...more] = await listed(here.console);
      assert.deepEqual(more, []);
      const { created_at, ends_at, ...fields } = first!;
      assert.deepEqual(fields, {
        gid: here.gid,
        href: `${path}/${here.gid}`,
        network: '192.0.2.1',
        user_agent: 'Browser/1',
        last_used_at: created_at,
        is_current: true,
      });
      assert.equal(Date.parse(ends_at as string) - Date.parse(created_at as string), 2 * HOUR_MS);
      assert.deepEqual([second!['gid'], second!['network'], second!['is_current']], [there.gid, '2001:db8:1:2::/64', false]);
      assert.equal(second!['user_agent'], 'x'.repeat(256));
      assert.deepEqual((await me.get(`${path}/${there.gid}`)).body, second);
      assert.equal((await me.get(`${path}/${here.gid}`)).body.is_current, false);
      assert.deepEqual([await listed(admin), (await admin.get(`${path}/${here.gid}`)).status], [[], 404]);
    });

    test('200: a use moves last_used_at and ends_at, up to twelve hours after the sign-in; ended ones are missing', async () => {
      const { email } = await identity.user();
      // In this order: times are whole seconds, and the sign-ins may fall into two.
      const [unusedBrowser, usedBrowser] = [await browserOf(email), await browserOf(email)];
      /** An hour and a half later, after a use: the hours from the sign-in to it and to the end, and the others. */
      const later = async () => {
        await identity.service.database.query(
          sql`update browser_session set ends_at = ends_at - interval '90 minutes', used_at = used_at - interval '90 minutes'`,
        );
        const me = identity.bearer((await usedBrowser.trade()).body.access_token);
        const [{ created_at, last_used_at, ends_at } = {}, ...more] = await listed(me, { orderBy: 'last_used_at', sort: 'desc' });
        assert.equal((await listed(me, { query: ['modified_at', '>', created_at] })).length, 1);
        const hours = (time: unknown) => Math.round((10 * (Date.parse(time as string) - Date.parse(created_at as string))) / HOUR_MS) / 10;
        return [hours(last_used_at), hours(ends_at), more.map(({ gid }) => gid)];
      };
      assert.deepEqual(await later(), [1.5, 3.5, [unusedBrowser.gid]]);
      for (const at of [3, 4.5, 6, 7.5, 9]) assert.deepEqual(await later(), [at, at + 2, []]);
      assert.deepEqual(await later(), [10.5, 12, []]);
    });
  });

  describe('deleteMyBrowserSession', () => {
    test('204 signs out one browser at once and its console within 2 s, even that of the request', async () => {
      const { email } = await identity.user();
      const [here, there] = [await browserOf(email), await browserOf(email)];
      const { headers } = await here.console.get(`${path}/${there.gid}`);
      assert.equal((await here.console.delete(`${path}/${there.gid}`, { headers: { 'if-match': headers.get('etag')! } })).status, 204);
      assert.equal((await there.trade()).status, 404);
      await isRefused(there.console);
      assert.deepEqual(await gids(here.console), [here.gid]);
      assert.equal((await here.console.delete(`${path}/${here.gid}`)).status, 204);
      await isRefused(here.console);
    });

    test("404 for another person's browser session, for an admin too, and for one that has ended", async () => {
      const [me, admin] = [await identity.person(), await identity.person({ roles: ['admin'] })];
      const { gid, trade } = await browserOf(me.email);
      const { status, body } = await admin.delete(`${path}/${gid}`);
      assert.deepEqual([status, body.error.message], [404, 'Could not find this browser session']);
      assert.equal((await trade()).status, 200);
      assert.deepEqual([(await me.delete(`${path}/${gid}`)).status, (await me.delete(`${path}/${gid}`)).status], [204, 404]);
    });
  });

  test("403 for an application's own token", async () => {
    const technical = await identity.person();
    const { gid } = await browserOf(technical.email);
    const client = await identity.addApplication({ grants: ['client_credentials'], technicalUser: technical.gid });
    const own = identity.bearer((await identity.form('/oauth2/token', { grant_type: 'client_credentials' }, client)).body.access_token);
    const answers = [await own.get(path), await own.get(`${path}/${gid}`), await own.delete(`${path}/${gid}`)];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403, 403],
    );
  });
});
