import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { type ApiClient, eventually } from '@partner-ordering/testing';
import { codeVerifier } from '../fixtures/codes.ts';
import { password, refusal, sharedIdentity } from '../fixtures/test-identity.ts';

const identity = await sharedIdentity();
const admin = await identity.person({ roles: ['admin'] });

describe('redirect URIs and public applications', () => {
  const request = { name: 'Web', grants: ['authorization_code', 'refresh_token'], redirect_uris: ['https://app.example/cb?from=orders'] };
  const create = (fields: object) => admin.post('/v1/applications', { ...request, ...fields });

  test('201 without a secret for a public application, whose scopes lack base unless it is named', async () => {
    const { status, body } = await create({ is_public: true });
    assert.deepEqual([status, body.client_secret, body.previous_expires_at], [201, null, null]);
    const { body: application } = await admin.get(body.href);
    assert.deepEqual(
      [application.is_public, application.scopes, application.redirect_uris],
      [true, ['files', 'upload_files'], request.redirect_uris],
    );
    assert.equal((await admin.put(body.href, application)).status, 204);
    const withScopes = await create({ is_public: true, scopes: ['base'] });
    assert.deepEqual((await admin.get(withScopes.body.href)).body.scopes, ['base']);
    const rotated = await admin.post(`${body.href}/rotate_secret`);
    assert.deepEqual(refusal(rotated), [400, 'gid: no_secret']);
  });

  test('201 with a secret and all scopes for a confidential application; 400 for a later change of is_public', async () => {
    const { body } = await create({});
    assert.equal(Buffer.from(body.client_secret, 'base64url').length, 32);
    const { body: application } = await admin.get(body.href);
    assert.deepEqual([application.is_public, application.scopes], [false, ['base', 'files', 'upload_files']]);
    assert.deepEqual(refusal(await admin.put(body.href, { is_public: true })), [400, 'is_public: read_only']);
  });

  test('201 for https and the loopback addresses; 400 names any other redirect URI', async () => {
    const right = ['https://app.example', 'https://app.example:8443/a/b', 'http://127.0.0.1/cb', 'http://[::1]:8080/cb?a=b'];
    assert.equal((await create({ redirect_uris: right })).status, 201);
    const wrongUris = [
      'http://app.example/cb',
      'http://localhost/cb',
      'https://localhost/cb',
      'https://127.0.0.1:8443/cb',
      ...['2130706433', '017700000001', '0x7f.1', '127.1', 'LOCALHOST'].map((host) => `https://${host}/cb`),
      'http://2130706433/cb',
      'https://[::ffff:127.0.0.1]/cb',
      'http://127.0.0.1.app.example/cb',
      'http://127.0.0.1@app.example/cb',
      'https://app.example/cb#',
      'https://user@app.example/cb',
      'https://app.example:x/cb',
      'https://app.example\\@other.example/',
      'https://app.example/ cb',
      'https://app.example/ü',
      'https:app.example',
      'https://a;b/cb',
      'app.orders:/cb',
      'javascript:alert(1)',
    ];
    for (const uri of wrongUris) {
      const answer = await create({ redirect_uris: [right[0], uri] });
      assert.deepEqual(refusal(answer), [400, 'redirect_uris.1: not_a_redirect_uri'], uri);
    }
  });

  test('400 for authorization_code without a redirect URI, and for fields that a public application cannot have', async () => {
    const missing = [400, 'redirect_uris: required_for_grant'];
    assert.deepEqual(refusal(await create({ redirect_uris: undefined })), missing);
    const { body } = await create({});
    assert.deepEqual(refusal(await admin.put(body.href, { redirect_uris: [] })), missing);
    for (const grant of ['client_credentials', 'password']) {
      const answer = await create({ is_public: true, grants: ['authorization_code', grant], user: null });
      assert.deepEqual(refusal(answer), [400, 'grants: grant_not_allowed']);
    }
    assert.equal((await create({ is_public: true, grants: ['refresh_token'] })).status, 400);
  });

  test('204: other redirect URIs end no session; removing the grant ends its sessions and codes', async () => {
    const { body: codeApplication } = await create({ grants: ['authorization_code', 'password'] });
    const { email, gid: userGid } = await identity.user();
    const [application, redirectUri] = [
      { clientId: codeApplication.client_id, secret: codeApplication.client_secret },
      request.redirect_uris[0]!,
    ];
    const ask = async (form: Record<string, string>) =>
      identity.bearer((await identity.form('/oauth2/token', form, application)).body.access_token);
    const code = await identity.code({ applicationGid: codeApplication.gid, userGid, redirectUri });
    const browser = await ask({ grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: codeVerifier });
    const person = await ask({ grant_type: 'password', username: email, password });
    const { body } = await person.get('/v1/me/sessions', { parameters: { orderBy: 'created_at', sort: 'asc' } });
    assert.deepEqual(
      body.items.map(({ network }: { network: string }) => network),
      ['192.0.2.7', null],
    );
    const statusOf = async (client: ApiClient) => (await client.get('/v1/me')).status;

    assert.equal((await admin.put(codeApplication.href, { redirect_uris: ['https://app.example/another'] })).status, 204);
    assert.equal(await statusOf(browser), 200);
    await identity.code({ applicationGid: codeApplication.gid, userGid, redirectUri });
    assert.equal((await admin.put(codeApplication.href, { grants: ['password'] })).status, 204);
    const unusedCodes = sql`select from authorization_code where application_gid = ${codeApplication.gid} and session_gid is null`;
    assert.deepEqual(await identity.service.database.query(unusedCodes), []);
    await eventually(async () => assert.equal(await statusOf(browser), 401), { timeoutMs: 2_000 });
    assert.equal(await statusOf(person), 200);
  });
});
