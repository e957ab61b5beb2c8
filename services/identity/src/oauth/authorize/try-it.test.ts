import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql, type Sql } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import type { TryIt } from '@partner-ordering/service';
import { authorizing, issuer } from '../../fixtures/authorization.ts';
import { codeVerifier } from '../../fixtures/codes.ts';
import { sharedOAuth } from '../../fixtures/oauth.ts';

const redirectUri = `${issuer}/docs/reference/signed-in.html`;
const docs = { client_id: 'docs', redirect_uri: redirectUri };

/** A user of a test organization, and the requests of the reference's page. */
async function trying(tryIt: TryIt = 'test') {
  const oauth = await sharedOAuth();
  const server = oauth.anotherInstance(tryIt);
  const partner = await authorizing({ server });
  const { gid } = partner.user;
  const change = (statement: Sql) => oauth.database.query(statement);
  const setTest = (isTest: boolean) =>
    change(sql`update organization set test = ${isTest} where gid in (select organization_gid from membership where user_gid = ${gid})`);
  await setTest(true);
  const browser = partner.browser();
  const post = async (form: Record<string, string>) => {
    const { status, body } = await partner.post('issueToken', undefined, { client_id: 'docs', ...form }, { of: server });
    return { status, body, refusal: [status, body['error']] };
  };
  return {
    ...partner,
    post,
    open: (changes = {}) => browser.open({ ...docs, ...changes }),
    signIn: (changes = {}) => browser.signIn({ ...docs, ...changes }),
    redeem: (code: string) => post({ grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri }),
    refresh: (token: string) => post({ grant_type: 'refresh_token', refresh_token: token }),
    /** The user becomes somebody who may not try requests, or only with `all`. */
    become: {
      'a member of an ordinary organization': () => setTest(false),
      'a member of an ordinary organization too': () =>
        change(sql`
          with other as (insert into organization (gid, created_at, name, billing_address, billing_contact, test)
            values (${newGid()}, now(), 'Ordinary', '{}', '{}', false) returning gid)
          insert into membership (gid, created_at, user_gid, organization_gid, is_manager)
          select ${newGid()}, now(), ${gid}, gid, false from other`),
      'an admin': () => change(sql`update "user" set roles = '{admin}' where gid = ${gid}`),
      'a member of no organization': () => partner.endMemberships(gid),
    },
  };
}

const changes = [
  'a member of an ordinary organization',
  'a member of an ordinary organization too',
  'an admin',
  'a member of no organization',
] as const;
const refused = 'Only people whose organizations are all test organizations may try requests, and no admins';

describe('try-it', () => {
  test('a person of test organizations allows the page by name, gets a code there alone, and refreshes', async () => {
    const { open, signIn, redeem, refresh } = await trying();
    assert.match((await open()).page, /Documentation asks for access to your account/);
    assert.match((await open({ ui_locales: 'fr' })).page, /Documentation demande l’accès à votre compte/);
    const { status, location, parameters } = await signIn({ scope: 'base upload_files' });
    assert.deepEqual([status, `${location!.origin}${location!.pathname}`], [303, redirectUri]);
    const token = await redeem(parameters['code']!);
    assert.deepEqual([token.status, token.body['scope']], [200, 'base upload_files']);
    assert.equal((await refresh(token.body.refresh_token)).status, 200);
  });

  for (const change of changes) {
    test(`access_denied with the reason for the password of ${change}; a browser session and a code of theirs are worth nothing`, async () => {
      const { open, signIn, redeem, become } = await trying();
      const { parameters } = await signIn();
      await become[change]();
      for (const prompt of [undefined, 'consent', 'login']) assert.match((await open({ prompt })).page, /name="password"/);
      assert.equal((await open({ prompt: 'none' })).parameters['error'], 'login_required');
      assert.deepEqual((await redeem(parameters['code']!)).refusal, [400, 'invalid_grant']);
      const answer = await signIn();
      assert.deepEqual([answer.parameters['error'], answer.parameters['error_description']], ['access_denied', refused]);
      assert.equal(answer.headers['Set-Cookie'], undefined);
    });

    test(`invalid_grant at the refresh of ${change}`, async () => {
      const { signIn, redeem, refresh, become } = await trying();
      const { body } = await redeem((await signIn()).parameters['code']!);
      await become[change]();
      assert.deepEqual((await refresh(body.refresh_token)).refusal, [400, 'invalid_grant']);
    });

    test(`there is a token for ${change} with "all"`, async () => {
      const { signIn, redeem, refresh, become } = await trying('all');
      await become[change]();
      const { status, body } = await redeem((await signIn()).parameters['code']!);
      assert.deepEqual([status, (await refresh(body.refresh_token)).status], [200, 200]);
    });
  }

  test('a wrong password says nothing of the person', async () => {
    const { signIn, become } = await trying();
    await become['an admin']();
    const { status, page } = await signIn({ password: 'wrong-password' });
    assert.deepEqual([status, page.includes('The email address or the password is wrong.')], [400, true]);
  });

  test('the code goes to no other address, and no grant but that of codes is there', async () => {
    const { open, post, user } = await trying();
    for (const uri of ['https://evil.example/docs/reference/signed-in.html', `${redirectUri}?to=elsewhere`, `${issuer}/docs/reference/`]) {
      const { status, location } = await open({ redirect_uri: uri });
      assert.deepEqual([status, location], [400, undefined]);
    }
    for (const parameters of [{ code_challenge: undefined }, { code_challenge_method: 'plain' }])
      assert.equal((await open(parameters)).parameters['error'], 'invalid_request');
    const person = { username: user.email, password: 'demo-password' };
    for (const grantType of ['password', 'client_credentials'])
      assert.deepEqual((await post({ grant_type: grantType, ...person })).refusal, [400, 'unauthorized_client']);
  });

  test('the application is unknown while it is off', async () => {
    const { signIn, redeem } = await trying();
    const { body } = await redeem((await signIn()).parameters['code']!);
    const off = await trying('off');
    assert.match((await off.open()).page, /client_id: may not ask here/);
    assert.deepEqual((await off.refresh(body.refresh_token)).refusal, [401, 'invalid_client']);
  });
});
