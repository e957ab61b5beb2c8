import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { decodeJwt } from 'jose';
import { eventually } from '@partner-ordering/testing';
import type { User } from '../domain/user.ts';
import { password, setUpIdentity, type IdentitySetUp } from '../fixtures/test-identity.ts';

describe('the OAuth endpoints', () => {
  let identity: IdentitySetUp;
  let user: User;
  before(async () => {
    identity = await setUpIdentity();
    user = await identity.user();
  });
  after(() => identity.stop());

  const token = '/oauth2/token';
  const credentials = () => ({ grant_type: 'password', username: user.email, password });
  const nobody = { clientId: 'nobody', secret: 'nothing' };

  describe('the token endpoint over HTTP', () => {
    test('200 for the three grants, whose tokens the API takes in either place', async () => {
      const first = await identity.form(token, credentials());
      assert.equal(first.status, 200);
      assert.deepEqual([first.headers.get('cache-control'), first.headers.get('pragma')], ['no-store', 'no-cache']);
      assert.match(first.headers.get('content-type')!, /^application\/json/);
      const second = await identity.form(token, { grant_type: 'refresh_token', refresh_token: first.body.refresh_token });
      const client = await identity.addApplication({ technicalUser: user.gid });
      const third = await identity.form(token, { grant_type: 'client_credentials' }, client);

      for (const { body } of [first, second, third]) {
        const path = `/v1/users/${user.gid}`;
        assert.equal((await identity.bearer(body.access_token).get(path)).status, 200);
        const inQuery = await identity.anonymous.get(path, { parameters: { access_token: body.access_token } });
        assert.deepEqual([inQuery.status, inQuery.headers.get('cache-control')], [200, 'no-store']);
        const twice = await identity.bearer(body.access_token).get(path, { parameters: { access_token: body.access_token } });
        assert.equal(twice.status, 400);
      }
    });

    test('400 with the code of RFC 6749 for what is missing, repeated, unknown or not a form', async () => {
      const refused: [Record<string, string> | string, string, string][] = [
        [{}, 'invalid_request', 'grant_type: is required'],
        ['grant_type=password&grant_type=password&username=a&password=b', 'invalid_request', 'grant_type: is given more than once'],
        ['grant_type=password&username=a%00&password=b', 'invalid_request', 'username: contains a NUL character'],
        [{ grant_type: 'password', password: 'b' }, 'invalid_request', 'username: is required'],
        [{ grant_type: 'password', username: 'a' }, 'invalid_request', 'password: is required'],
        [{ grant_type: 'refresh_token' }, 'invalid_request', 'refresh_token: is required'],
        [{ ...credentials(), username: 'a\nb' }, 'invalid_request', 'A parameter contains a character that is not allowed'],
        [{ ...credentials(), password: 'wrong-password' }, 'invalid_grant', 'The username or the password is wrong'],
        [{ ...credentials(), scope: 'everything' }, 'invalid_scope', 'A scope is unknown or not allowed here'],
        [{ grant_type: 'authorization_code' }, 'unsupported_grant_type', 'The grant type is not supported'],
        [{ grant_type: 'refresh_token', refresh_token: 'unknown' }, 'invalid_grant', 'The refresh token is not valid'],
      ];
      for (const [fields, code, description] of refused) {
        const { status, body, headers } = await identity.form(token, fields);
        assert.deepEqual([status, body], [400, { error: code, error_description: description }]);
        assert.deepEqual([headers.get('cache-control'), headers.get('pragma')], ['no-store', 'no-cache']);
      }
      assert.equal((await identity.anonymous.post(token, { grant_type: 'password' })).body.error, 'invalid_request');
      assert.equal((await identity.form(token, { a: 'x'.repeat(1_100_000) })).status, 413);
    });

    test('400 names a parameter that is longer than the document allows, before the password is looked at', async () => {
      const marks = '\u0301\u0323'.repeat(80_000);
      for (const [path, fields, name, most] of [
        [token, { ...credentials(), username: marks }, 'username', 255],
        [token, { ...credentials(), password: marks }, 'password', 1024],
        [token, { ...credentials(), password: `${password}${'x'.repeat(1024)}` }, 'password', 1024],
        [token, { ...credentials(), scope: 'base '.repeat(52) }, 'scope', 255],
        [token, { grant_type: 'refresh_token', refresh_token: marks }, 'refresh_token', 512],
        [token, { ...credentials(), unknown: marks }, 'unknown', 4096],
        ['/oauth2/revoke', { token: marks }, 'token', 4096],
        ['/oauth2/introspect', { token: 'x', token_type_hint: marks }, 'token_type_hint', 64],
      ] as const) {
        const { status, body, headers } = await identity.form(path, fields);
        assert.deepEqual(
          [status, body],
          [400, { error: 'invalid_request', error_description: `${name}: must have at most ${most} characters` }],
        );
        assert.equal(headers.get('cache-control'), 'no-store');
      }
      assert.equal((await identity.form(token, { ...credentials(), unknown: 'x'.repeat(4096) })).status, 200);
    });

    test('401 invalid_client for an unknown client and for none, with the challenge', async () => {
      const wrong = await identity.form(token, credentials(), nobody);
      const none = await identity.anonymous.post(token, 'grant_type=password', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      for (const { status, body, headers } of [wrong, none]) {
        assert.deepEqual([status, body.error], [401, 'invalid_client']);
        assert.match(headers.get('www-authenticate')!, /^Basic /);
      }
    });

    test('405 for GET, with the body of the endpoint', async () => {
      const { status, body, headers } = await identity.anonymous.get(token);
      assert.deepEqual([status, body.error, headers.get('allow'), headers.get('pragma')], [405, 'invalid_request', 'POST', 'no-cache']);
    });

    test('the scope decides: 403 on everything that needs `base`', async () => {
      const { scope, access_token: text } = await identity.signInAs(user.email, 'files upload_files');
      assert.equal(scope, 'files upload_files');
      const narrow = identity.bearer(text);
      assert.equal((await narrow.get('/v1/users')).status, 403);
      const count = await narrow.get('/v1/users/total_count');
      assert.deepEqual(
        [count.status, count.body.error.message],
        [403, 'Your are not authorized to count items in collection of total_count'],
      );
      assert.equal((await narrow.put('/v1/organizations/x', { name: 'x' })).status, 403);
    });
  });

  describe('the end of a token', () => {
    const works = async (text: string) => (await identity.bearer(text).get('/v1/me')).status;

    test('200 for a revocation, and the token is refused within 2 s', async () => {
      const { access_token: text, refresh_token: refresh } = await identity.signInAs(user.email);
      const other = await identity.signInAs(user.email);
      assert.equal(await works(text), 200);
      const { status, body } = await identity.form('/oauth2/revoke', { token: refresh });
      assert.deepEqual([status, body], [200, '']);

      await eventually(async () => assert.equal(await works(text), 401), { timeoutMs: 2_000 });
      const { headers, body: refusal } = await identity.bearer(text).get('/v1/me');
      assert.deepEqual([refusal.error, headers.get('www-authenticate')], ['invalid_grant', 'Bearer error="invalid_token"']);
      assert.equal(await works(other.access_token), 200);
    });

    test('400 for a refresh token used twice, which ends the whole family within 2 s', async () => {
      const first = await identity.signInAs(user.email);
      const refresh = (text: string) => identity.form(token, { grant_type: 'refresh_token', refresh_token: text });
      const second = (await refresh(first.refresh_token)).body;
      assert.equal(await works(second.access_token), 200);
      assert.equal((await refresh(first.refresh_token)).body.error, 'invalid_grant');

      assert.equal((await refresh(second.refresh_token)).body.error, 'invalid_grant');
      for (const { access_token: text } of [first, second]) {
        await eventually(async () => assert.equal(await works(text), 401), { timeoutMs: 2_000 });
      }
    });

    test("200 for another client's token, and nothing happens; introspection says as little", async () => {
      const { access_token: text } = await identity.signInAs(user.email);
      const other = await identity.addApplication();
      assert.equal((await identity.form('/oauth2/revoke', { token: text }, other)).status, 200);
      assert.deepEqual((await identity.form('/oauth2/introspect', { token: text }, other)).body, { active: false });
      const { body } = await identity.form('/oauth2/introspect', { token: text });
      assert.deepEqual([body.active, body.sub, body.iss], [true, user.gid, 'https://partner-ordering.test']);
      assert.equal((await identity.form('/oauth2/introspect', { token: text }, nobody)).status, 401);
      assert.equal((await identity.form('/oauth2/revoke', {})).body.error, 'invalid_request');
    });

    test('401 for forged, foreign and malformed tokens', async () => {
      const { access_token: text } = await identity.signInAs(user.email);
      const [header, payload] = text.split('.');
      const none = Buffer.from('{"alg":"none","typ":"at+jwt"}').toString('base64url');
      for (const forged of [`${header}.${payload}.`, `${none}.${payload}.`, `${text}x`, 'a.b.c', 'nonsense']) {
        const answer = await identity.bearer(forged).get('/v1/me');
        assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_grant'], forged);
      }
    });
  });

  describe('the public documents', () => {
    test('200 for the keys and the metadata, which anyone may keep for a while', async () => {
      const keys = await identity.anonymous.get('/.well-known/jwks.json');
      assert.deepEqual([keys.status, keys.headers.get('cache-control'), keys.headers.get('vary')], [200, 'public, max-age=300', null]);
      assert.equal(keys.body.keys[0].alg, 'RS256');
      assert.ok(!('d' in keys.body.keys[0]));
      const { body } = await identity.anonymous.get('/.well-known/oauth-authorization-server');
      assert.equal(body.token_endpoint, 'https://partner-ordering.test/oauth2/token');
    });
  });

  describe('what the other services ask', () => {
    test('200: ended sessions and public states, for service tokens', async () => {
      const organization = await identity.organization();
      const { gid } = await identity.user({ memberOf: [organization] });
      const { access_token: text } = await identity.signInAs(user.email);
      await identity.form('/oauth2/revoke', { token: text });
      const ordering = await identity.asService('ordering');

      const { body } = await ordering.get('/internal/revocations?after=0');
      assert.ok(body.items.some(({ sid }: { sid: string }) => sid === decodeJwt(text)['sid']));
      assert.deepEqual((await ordering.get(`/internal/revocations?after=${body.last}`)).body, { items: [], last: body.last });
      const membership = await ordering.get(`/internal/state/membership/${encodeURIComponent(`${gid}/${organization.gid}`)}`);
      assert.deepEqual([membership.status, membership.body.version, membership.body.state.user], [200, 1, gid]);
      assert.equal((await ordering.get(`/internal/state/principal/${organization.gid}`)).status, 404);
    });

    test('200: the organizations of a user, for the gateway alone', async () => {
      const [one, other] = [await identity.organization(), await identity.organization()];
      const { gid } = await identity.user({ memberOf: [one, other] });
      const gateway = await identity.asService('gateway');
      const ask = (user: string) => gateway.get(`/internal/memberships?user=${user}`);
      assert.deepEqual((await ask(gid)).body, { organizations: [one.gid, other.gid] });
      for (const nobody of [one.gid, 'nobody']) assert.deepEqual((await ask(nobody)).body, { organizations: [] });
      const billing = await identity.asService('billing');
      assert.equal((await billing.get(`/internal/memberships?user=${gid}`)).status, 403);
    });

    test('after a restore sessions end with numbers that no verifier has read before', async () => {
      const seen = 1_000;
      const ordering = await identity.asService('ordering');
      assert.ok((await ordering.get(`/internal/revocations?after=${seen}`)).body.last < seen, 'it knows fewer than were read');
      await identity.service.republish({ isDryRun: false, onLost: () => undefined });
      const { access_token: text } = await identity.signInAs(user.email);
      await identity.form('/oauth2/revoke', { token: text });
      const { body } = await ordering.get(`/internal/revocations?after=${seen}`);
      assert.deepEqual(body.items.map(({ sid }: { sid: string }) => sid), [decodeJwt(text)['sid']]); // prettier-ignore
    });

    test('401 without a service token', async () => {
      const { access_token: text } = await identity.signInAs(user.email);
      assert.equal((await identity.anonymous.get('/internal/revocations')).status, 401);
      assert.equal((await identity.bearer(text).get('/internal/revocations')).status, 401);
    });
  });
});
