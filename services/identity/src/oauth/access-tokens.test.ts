import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { sharedOAuth } from '../fixtures/oauth.ts';

const oauth = await sharedOAuth();

describe('access tokens', () => {
  const password = 'demo-password';

  describe('issueToken', () => {
    test("200 with the contract's body for a password, and a token as RFC 9068 has it", async () => {
      const { client, user, post, clock } = await oauth.partner();
      const { status, body, headers } = await post('issueToken', client, {
        grant_type: 'password',
        username: user.email.toUpperCase(),
        password,
      });
      assert.equal(status, 200);
      assert.deepEqual(Object.keys(body).toSorted(), ['access_token', 'expires_in', 'refresh_token', 'scope', 'token_type']);
      assert.deepEqual(
        { ...body, access_token: '', refresh_token: '' },
        { access_token: '', refresh_token: '', expires_in: 3600, token_type: 'bearer', scope: 'base' },
      );
      assert.equal(headers['Cache-Control'], 'no-store');
      assert.equal(headers.Pragma, 'no-cache');
      const issuedAt = Math.floor(clock().getTime() / 1000);
      const { sid, jti, ...claims } = decodeJwt(body.access_token);
      const names = { iss: 'https://orders.example', aud: 'partner-ordering', sub: user.gid, client_id: client.clientId };
      assert.deepEqual(claims, { ...names, scope: 'base', gty: 'password', iat: issuedAt, exp: issuedAt + 3600 });
      assert.ok(sid && jti);
      const { kid, ...header } = decodeProtectedHeader(body.access_token);
      assert.deepEqual(header, { alg: 'RS256', typ: 'at+jwt' });
      assert.ok((await oauth.server.jwks()).keys.some((key) => key.kid === kid));
    });

    test('400 invalid_grant alike for a wrong password and an unknown, disabled or foreign user', async () => {
      const { client, user, disabled, foreign, post } = await oauth.partner();
      const tries = [
        { username: user.email, password: 'wrong-password' },
        { username: `nobody-${user.email}`, password },
        { username: disabled.email, password },
        { username: foreign.email, password },
      ];
      const answers = await Promise.all(tries.map((credentials) => post('issueToken', client, { grant_type: 'password', ...credentials })));
      for (const { status, body, headers } of answers) {
        assert.deepEqual([status, body.error], [400, 'invalid_grant']);
        assert.deepEqual(body, answers[0]!.body);
        assert.equal(headers['Cache-Control'], 'no-store');
      }
    });

    test('401 invalid_client for a wrong secret and an unknown client, in Authorization or the form, and without either', async () => {
      const { client, post } = await oauth.partner();
      const others = [
        { ...client, secret: 'wrong' },
        { clientId: 'nobody', secret: client.secret },
        { clientId: 'nul\0', secret: 'x' },
        undefined,
      ];
      for (const other of others) {
        const { status, body, headers } = await post('issueToken', other, { grant_type: 'client_credentials' });
        assert.deepEqual([status, body.error], [401, 'invalid_client']);
        assert.match(headers['WWW-Authenticate']!, /^Basic /);
      }
      const form = { grant_type: 'client_credentials', client_id: client.clientId, client_secret: client.secret };
      for (const credentials of [{ client_id: 'nobody' }, { client_id: '' }, { client_secret: 'wrong' }, { client_secret: '' }]) {
        const { status, body } = await post('issueToken', undefined, { ...form, ...credentials });
        assert.deepEqual([status, body.error], [401, 'invalid_client'], JSON.stringify(credentials));
      }
    });

    test('200 for a secret in the form, at each endpoint, also with the same secret in Authorization', async () => {
      const { client, user, post } = await oauth.partner();
      const clientFields = { client_id: client.clientId, client_secret: client.secret };
      for (const from of [undefined, client]) {
        const form = { ...clientFields, grant_type: 'password', username: user.email, password };
        const { body } = await post('issueToken', from, form);
        const token = { ...clientFields, token: body.refresh_token };
        assert.equal((await post('introspectToken', from, token)).body.active as unknown, true);
        assert.equal((await post('revokeToken', from, token)).status, 200);
        assert.deepEqual((await post('introspectToken', from, token)).body, { active: false });
      }
    });
  });

  test('several instances that start at once make one signing key', async () => {
    assert.equal((await oauth.server.jwks()).keys.length, 1);
    const { keys } = await oauth.anotherInstance().jwks();
    assert.deepEqual(keys, (await oauth.server.jwks()).keys);
  });
});
