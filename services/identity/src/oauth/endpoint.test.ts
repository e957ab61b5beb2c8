import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeJwt } from 'jose';
import { password, sharedIdentity } from '../fixtures/test-identity.ts';

const identity = await sharedIdentity();
const user = await identity.user();

describe('the OAuth endpoints', () => {
  const token = '/oauth2/token';
  const credentials = () => ({ grant_type: 'password', username: user.email, password });

  describe('the token endpoint over HTTP', () => {
    test('400 with the code of RFC 6749 for what is missing, repeated, unknown or not a form', async () => {
      const refused: [Record<string, string> | string, string, string][] = [
        [{}, 'invalid_request', 'grant_type: is required'],
        ['grant_type=password&grant_type=password&username=a&password=b', 'invalid_request', 'grant_type: is given more than once'],
        ['grant_type=password&username=&username=a&password=b', 'invalid_request', 'username: is given more than once'],
        ['grant_type=password&username=&password=b', 'invalid_request', 'username: is required'],
        ['grant_type=password&username=a%00&password=b', 'invalid_request', 'username: contains a NUL character'],
        [{ grant_type: 'password', username: 'a' }, 'invalid_request', 'password: is required'],
        [{ grant_type: 'refresh_token' }, 'invalid_request', 'refresh_token: is required'],
        [{ ...credentials(), username: 'a\nb' }, 'invalid_request', 'A parameter contains a character that is not allowed'],
        [{ ...credentials(), password: 'wrong-password' }, 'invalid_grant', 'The username or the password is wrong'],
        [{ ...credentials(), scope: 'everything' }, 'invalid_scope', 'A scope is unknown or not allowed here'],
        [{ ...credentials(), client_secret: 'x' }, 'invalid_request', 'client_secret: is another than in Authorization'],
        [{ ...credentials(), client_id: 'x' }, 'invalid_request', 'client_id: is another than in Authorization'],
        [{ grant_type: 'implicit' }, 'unsupported_grant_type', 'The grant type is not supported'],
        [{ grant_type: 'authorization_code' }, 'invalid_request', 'code: is required'],
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
  });

  describe('internal endpoints for other services', () => {
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
      assert.deepEqual([membership.status, membership.body.state.user], [200, gid]);
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
  });
});
