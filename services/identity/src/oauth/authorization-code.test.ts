import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { decodeJwt } from 'jose';
import { grants } from '../domain/application.ts';
import { codeVerifier } from '../fixtures/codes.ts';
import { redirectUri, sharedOAuth } from '../fixtures/oauth.ts';

const oauth = await sharedOAuth();
const { database } = oauth;

const sessionOf = async (token: string) => {
  const gid = decodeJwt(token).sid;
  const [row] = await database.query<Record<string, unknown>>(
    sql`select user_gid, grant_type, network, revoked_at from session where gid = ${gid}`,
  );
  return row;
};

describe('authorization codes', () => {
  test("200 once for a code: a session of the person, with the claim of a password, in the code's network", async () => {
    const { client, user, issueCode, redeem, refresh, isActive } = await oauth.partner();
    const { status, body, headers } = await redeem(await issueCode(['base', 'files']));
    assert.deepEqual([status, body.scope, headers['Cache-Control']], [200, 'base files', 'no-store']);
    const { sub, client_id: clientId, gty } = decodeJwt(body.access_token);
    assert.deepEqual([sub, clientId, gty], [user.gid, client.clientId, 'authorization_code']);
    const session = { user_gid: user.gid, grant_type: 'authorization_code', network: '192.0.2.7', revoked_at: null };
    assert.deepEqual(await sessionOf(body.access_token), session);
    assert.ok(await isActive(body.access_token));
    const renewed = (await refresh(body.refresh_token)).body;
    assert.equal(decodeJwt(renewed.access_token).gty, 'authorization_code');
  });

  test('400 invalid_request for a missing parameter and a malformed code verifier', async () => {
    const { issueCode, redeem } = await oauth.partner();
    const code = await issueCode();
    for (const name of ['code', 'redirect_uri', 'code_verifier']) {
      const { status, body } = await redeem(code, { [name]: '' });
      assert.deepEqual([status, body.error, body.error_description], [400, 'invalid_request', `${name}: is required`]);
    }
    for (const code_verifier of [codeVerifier.slice(1), 'x'.repeat(129), `${codeVerifier}+`]) {
      const { body } = await redeem(code, { code_verifier });
      assert.match(body.error_description!, /^code_verifier: must have 43 to 128/);
    }
    assert.equal((await redeem(code)).status, 200);
  });

  test('400 invalid_grant alike for another verifier, redirect URI and client, which keep the code valid', async () => {
    const { addSibling, publicClient, issueCode, redeem } = await oauth.partner();
    const code = await issueCode();
    const refusals = [
      await redeem('unknown'),
      await redeem(code, { code_verifier: codeVerifier.replace('w', 'W') }),
      await redeem(code, { redirect_uri: redirectUri.replace('4711', '4712') }),
      await redeem(code, {}, await addSibling()),
      await redeem(code, { client_id: publicClient.clientId }, null),
    ];
    const description = 'The code, redirect_uri or code_verifier is not valid';
    for (const { status, body } of refusals)
      assert.deepEqual([status, body], [400, { error: 'invalid_grant', error_description: description }]);
    assert.equal((await redeem(code)).status, 200);
  });

  test('400 for a code after a minute', async () => {
    const { issueCode, redeem, advanceMs } = await oauth.partner();
    const [late, current] = [await issueCode(), await issueCode()];
    advanceMs(59_999);
    assert.equal((await redeem(current)).status, 200);
    advanceMs(1);
    assert.equal((await redeem(late)).body.error, 'invalid_grant');
  });

  test('400 for the second use of a code, which ends the session of the first, even after its expiry', async () => {
    const { issueCode, redeem, refresh, isActive, advanceMs } = await oauth.partner();
    for (const waitMs of [0, 120_000]) {
      const code = await issueCode();
      const { body } = await redeem(code);
      advanceMs(waitMs);
      assert.equal((await redeem(code)).body.error, 'invalid_grant');
      assert.ok(!(await isActive(body.access_token)));
      assert.equal((await refresh(body.refresh_token)).body.error, 'invalid_grant');
    }
  });

  test('a used code from another client, or without its verifier, does not end the session', async () => {
    const { addSibling, issueCode, redeem, isActive } = await oauth.partner();
    const code = await issueCode();
    const { body } = await redeem(code);
    assert.equal((await redeem(code, {}, await addSibling())).body.error, 'invalid_grant');
    assert.equal((await redeem(code, { code_verifier: 'x'.repeat(43) })).body.error, 'invalid_grant');
    assert.ok(await isActive(body.access_token));
  });

  test('one of fifty concurrent uses of a code succeeds, and its session is ended', async () => {
    const { issueCode, redeem, isActive } = await oauth.partner();
    const code = await issueCode();
    const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(code)));
    const granted = answers.filter(({ status }) => status === 200);
    assert.equal(granted.length, 1);
    assert.ok(answers.every(({ status, body }) => status === 200 || body.error === 'invalid_grant'));
    assert.ok(!(await isActive(granted[0]!.body.access_token)));
  });

  test('400 for a person who is disabled, no longer admitted, or whose sessions ended before the code is used', async () => {
    const changes: ((partner: Awaited<ReturnType<typeof oauth.partner>>) => Promise<unknown>)[] = [
      ({ setEnabled, user }) => setEnabled(user.gid, false),
      ({ endMemberships, user }) => endMemberships(user.gid),
      ({ endSessions, user }) => endSessions(user.gid),
    ];
    for (const change of changes) {
      const partner = await oauth.partner();
      const code = await partner.issueCode();
      await change(partner);
      assert.equal((await partner.redeem(code)).body.error, 'invalid_grant');
    }
  });

  test('a code gives the scopes that the application may still ask for; 400 for none, and without the grant', async () => {
    const { issueCode, redeem, changeApplication } = await oauth.partner();
    const codes = [await issueCode(['base', 'files']), await issueCode(['base']), await issueCode(['files'])];
    await changeApplication(sql`scopes = '{files}'`);
    assert.equal((await redeem(codes[0]!)).body.scope, 'files');
    assert.equal((await redeem(codes[1]!)).body.error, 'invalid_scope');
    await changeApplication(sql`grants = '{password}'`);
    assert.equal((await redeem(codes[2]!)).body.error, 'unauthorized_client');
  });

  test('400 for a redirect URI that the application no longer has; reuse of a code still ends its session', async () => {
    const { issueCode, redeem, changeApplication, isActive } = await oauth.partner();
    const [used, unused] = [await issueCode(), await issueCode()];
    const { body } = await redeem(used);
    await changeApplication(sql`redirect_uris = '{https://app.example}'`);
    assert.equal((await redeem(unused)).body.error, 'invalid_grant');
    assert.ok(await isActive(body.access_token));
    assert.equal((await redeem(used)).body.error, 'invalid_grant');
    assert.ok(!(await isActive(body.access_token)));
  });

  test('401 for an application that is disabled or loses the grant while the request waits', async () => {
    for (const change of [sql`is_enabled = false`, sql`grants = '{password}'`]) {
      const { user, issueCode, redeem, changeApplication, changePasswordDuring } = await oauth.partner();
      const code = await issueCode();
      const { status, body } = await changePasswordDuring(
        user.gid,
        () => redeem(code),
        () => changeApplication(change),
      );
      assert.deepEqual([status, body.error], [401, 'invalid_client']);
    }
  });
});

describe('public applications', () => {
  test('200 for public applications that name themselves in the form, to redeem, refresh and revoke', async () => {
    const { publicClient, issueCode, redeem, post } = await oauth.partner();
    const clientFields = { client_id: publicClient.clientId };
    const { status, body } = await redeem(await issueCode(['base'], publicClient), clientFields, null);
    assert.equal(status, 200);
    const renewed = await post('issueToken', undefined, {
      ...clientFields,
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token,
    });
    assert.equal(renewed.status, 200);
    assert.equal((await post('introspectToken', undefined, { ...clientFields, token: body.access_token })).status, 401);
    assert.equal((await post('revokeToken', undefined, { ...clientFields, token: renewed.body.refresh_token })).status, 200);
    assert.notEqual((await sessionOf(body.access_token))!['revoked_at'], null);
  });

  test('401 for a secret, another authentication, a confidential, unknown or disabled application', async () => {
    const { client, publicClient, issueCode, redeem } = await oauth.partner();
    const code = await issueCode(['base'], publicClient);
    const clientFields = { client_id: publicClient.clientId };
    const tries: [Record<string, string>, typeof client | null][] = [
      [{}, null],
      [{ client_id: client.clientId }, null],
      [{ client_id: 'unknown' }, null],
      [{ ...clientFields, client_secret: publicClient.secret }, null],
      [clientFields, publicClient],
      [clientFields, { ...publicClient, secret: '' }],
    ];
    for (const [fields, from] of tries) {
      const { status, body } = await redeem(code, fields, from);
      assert.deepEqual([status, body.error], [401, 'invalid_client']);
    }
    await database.query(sql`update application set is_enabled = false where client_id = ${publicClient.clientId}`);
    assert.equal((await redeem(code, clientFields, null)).status, 401);
    await database.query(sql`update application set is_enabled = true where client_id = ${publicClient.clientId}`);
    assert.equal((await redeem(code, clientFields, null)).status, 200);
  });

  test("400 unauthorized_client for a password, whatever the application's row says", async () => {
    const { publicClient, user, post } = await oauth.partner();
    await database.query(sql`update application set grants = ${grants} where client_id = ${publicClient.clientId}`);
    const form = { client_id: publicClient.clientId, grant_type: 'password', username: user.email, password: 'demo-password' };
    assert.equal((await post('issueToken', undefined, form)).body.error, 'unauthorized_client');
  });
});
