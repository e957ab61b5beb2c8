import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { type ApiClient, eventually } from '@partner-ordering/testing';
import { codeChallenge, codeVerifier } from '../fixtures/codes.ts';
import { type IdentitySetUp, password, type Person, setUpIdentity } from '../fixtures/test-identity.ts';

const MINUTE_MS = 60_000;
const redirectUri = 'https://app.example/callback';
const path = '/v1/me/authorizations';

describe('authorizations of a person', () => {
  let identity: IdentitySetUp;
  let now = new Date();
  let admin: Person;
  before(async () => {
    identity = await setUpIdentity({ clock: () => now });
    admin = await identity.person({ roles: ['admin'] });
  });
  after(() => identity.stop());

  const addPlanner = async () => {
    const body = { name: 'Planner', grants: ['authorization_code', 'password', 'refresh_token'], redirect_uris: [redirectUri] };
    const { gid, client_id: clientId, client_secret: secret } = (await admin.post('/v1/applications', body)).body;
    return { gid, clientId, secret } as Record<'gid' | 'clientId' | 'secret', string>;
  };
  type Planner = Awaited<ReturnType<typeof addPlanner>>;
  const listed = async (client: ApiClient) => (await client.get(path)).body.items;
  const isRefused = (client: ApiClient) =>
    eventually(async () => assert.equal((await client.get('/v1/me')).status, 401), { timeoutMs: 2_000 });

  /** Allows the application on the page, in a browser at 192.0.2.7; returns the code. */
  async function allowed({ clientId }: Planner, email: string, scope = 'base'): Promise<string> {
    const request = { response_type: 'code', client_id: clientId, redirect_uri: redirectUri, scope, code_challenge_method: 'S256' };
    const form = { ...request, code_challenge: codeChallenge, decision: 'allow', username: email, password };
    const { issuer } = (await identity.anonymous.get('/.well-known/oauth-authorization-server')).body;
    const headers = { origin: new URL(issuer).origin, 'x-forwarded-for': '192.0.2.7' };
    const { headers: answered } = await identity.form('/oauth2/authorize', form, undefined, headers);
    return new URL(answered.get('location')!).searchParams.get('code')!;
  }

  const redeem = (planner: Planner, code: string) =>
    identity.form(
      '/oauth2/token',
      { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier },
      planner,
    );
  const refresh = (planner: Planner, token: string) =>
    identity.form('/oauth2/token', { grant_type: 'refresh_token', refresh_token: token }, planner);

  /** The newest mail to a person, of `count`. */
  const mailTo = (email: string, count = 1) => identity.mailTo(email, 'application_allowed', count);

  /** A person who has allowed a new application, and its tokens. */
  async function planning() {
    const [me, planner] = [await identity.person(), await addPlanner()];
    const { body } = await redeem(planner, await allowed(planner, me.email));
    const [authorization] = await listed(me);
    return { me, planner, tokens: body as Record<'access_token' | 'refresh_token', string>, authorization };
  }

  describe('listMyAuthorizations and getMyAuthorization', () => {
    test("200 shows only the caller's authorizations, with application, scopes and times of consent and last use", async () => {
      const { me, planner, tokens, authorization } = await planning();
      const { gid, created_at, ...fields } = authorization;
      assert.deepEqual(fields, {
        modified_at: created_at,
        href: `${path}/${gid}`,
        scopes: ['base'],
        last_used_at: created_at,
        application: { gid: planner.gid, href: `/v1/applications/${planner.gid}`, name: 'Planner' },
      });
      assert.deepEqual((await me.get(fields.href)).body, authorization);
      assert.deepEqual([await listed(admin), (await admin.get(fields.href)).status], [[], 404]);

      now = new Date(now.getTime() + MINUTE_MS);
      await refresh(planner, tokens.refresh_token);
      const since = async (name: string) => {
        const parameters = {
          query: [
            [name, '>', created_at],
            ['application.gid', '==', planner.gid],
          ],
          orderBy: 'last_used_at',
        };
        return (await me.get(path, { parameters })).body.total_count as number;
      };
      assert.deepEqual([await since('last_used_at'), await since('modified_at')], [1, 0]);
    });

    test('200 with all scopes that were ever allowed; null for last_used_at if only passwords began sessions', async () => {
      const { me, planner, tokens } = await planning();
      await identity.form('/oauth2/revoke', { token: tokens.refresh_token }, planner);
      await identity.form('/oauth2/token', { grant_type: 'password', username: me.email, password }, planner);
      now = new Date(now.getTime() + MINUTE_MS);
      await allowed(planner, me.email, 'files');
      await allowed(planner, me.email, 'base');
      const [{ created_at: beginTime, modified_at: changeTime, scopes, last_used_at }, ...more] = await listed(me);
      assert.deepEqual([scopes, last_used_at, more], [['base', 'files'], null, []]);
      assert.equal(Date.parse(changeTime) - Date.parse(beginTime), MINUTE_MS);
    });
  });

  describe('deleteMyAuthorization', () => {
    test("204 ends the authorization's codes and their sessions within 2 s, and no others; the application must ask again", async () => {
      const { me, planner, tokens, authorization } = await planning();
      const other = await identity.user();
      const [unusedCode, others] = [await allowed(planner, me.email), await allowed(planner, other.email)];
      const byPassword = await identity.form('/oauth2/token', { grant_type: 'password', username: me.email, password }, planner);
      const { headers } = await me.get(authorization.href);
      assert.equal((await me.delete(authorization.href, { headers: { 'if-match': '"another"' } })).status, 412);
      assert.equal((await me.delete(authorization.href, { headers: { 'if-match': headers.get('etag')! } })).status, 204);

      assert.deepEqual(await listed(me), []);
      assert.equal((await redeem(planner, unusedCode)).body.error, 'invalid_grant');
      assert.equal((await refresh(planner, tokens.refresh_token)).body.error, 'invalid_grant');
      await isRefused(identity.bearer(tokens.access_token));
      assert.equal((await identity.bearer(byPassword.body.access_token).get('/v1/me')).status, 200);
      assert.equal((await redeem(planner, others)).status, 200);
      assert.equal((await me.delete(authorization.href)).status, 404);
      await allowed(planner, me.email, 'files');
      assert.deepEqual(
        (await listed(me)).map(({ scopes }: { scopes: string[] }) => scopes),
        [['files']],
      );
    });

    test("204 for the authorization of the request's session; 404 for another person's, for an admin too", async () => {
      const { tokens, authorization } = await planning();
      const planner = identity.bearer(tokens.access_token);
      const { status, body } = await admin.delete(authorization.href);
      assert.deepEqual([status, body.error.message], [404, 'Could not find this authorization']);
      assert.equal((await planner.delete(authorization.href)).status, 204);
      await isRefused(planner);
    });
  });

  test("403 for an application's own token", async () => {
    const [technical, { authorization }] = [await identity.user(), await planning()];
    const client = await identity.addApplication({ grants: ['client_credentials'], technicalUser: technical.gid });
    const own = identity.bearer((await identity.form('/oauth2/token', { grant_type: 'client_credentials' }, client)).body.access_token);
    const answers = [await own.get(path), await own.get(authorization.href), await own.delete(authorization.href)];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 403, 403],
    );
  });

  describe('mails about an application that is new or may do more', () => {
    test("the mail names once, in the person's language, scopes, time and origin, and the way to end the authorization", async () => {
      const { me, planner } = await planning();
      const mail = await mailTo(me.email);
      assert.equal(mail.subject, 'Planner has access to your account');
      for (const part of ['from 192.0.2.7', 'see and do all that you can', 'UTC', '\nOpen your profile:\nhttps://pages.test/profile\n'])
        assert.ok(mail.text.includes(part), part);
      await allowed(planner, me.email);
      await allowed(planner, me.email, 'files');
      const { text } = await mailTo(me.email, 2);
      assert.ok(text.includes('see and do all that you can') && text.includes('see files and images'));
      await me.put('/v1/me', { locale: 'fr' });
      await allowed(await addPlanner(), me.email, 'files');
      const french = await mailTo(me.email, 3);
      assert.equal(french.subject, 'Planner a accès à votre compte');
      assert.ok(french.text.includes('voir des fichiers et des images') && !french.text.includes('passer des commandes'));
      assert.equal(identity.sent.filter(({ to }) => to === me.email).length, 3);
    });
  });

  test('an erased person has no authorizations and no waiting mail; a disabled one keeps them', async () => {
    const rowsOf = ({ gid }: Person) =>
      identity.service.database.query(sql`
        select from "authorization" where user_gid = ${gid} union all select from job where data->>'about' like ${`%${gid}`}`);
    const { me } = await planning();
    await mailTo(me.email);
    assert.equal((await admin.put(`/v1/users/${me.gid}`, { is_enabled: false })).status, 204);
    await eventually(async () => assert.equal((await rowsOf(me)).length, 1));
    identity.refuseMails(new Error('later'));
    assert.equal((await admin.put(`/v1/users/${me.gid}`, { is_enabled: true })).status, 204);
    await allowed(await addPlanner(), me.email);
    assert.equal((await rowsOf(me)).length, 3);
    assert.equal((await admin.delete(`/v1/users/${me.gid}`)).status, 204);
    identity.refuseMails(undefined);
    assert.deepEqual(await rowsOf(me), []);
  });
});
