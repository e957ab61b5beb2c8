import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { demoGids } from '@partner-ordering/identity';
import * as oauth from 'oauth4webapi';
import { allowOnPage } from '../authorizations.ts';
import { sharedSystem } from '../shared-system.ts';
import { issuer, localUrl, type TestSystem } from '../test-system.ts';

/** A client library that knows nothing of us, and refuses whatever departs from the standards. */
describe('an independent OAuth client', () => {
  let system: TestSystem;
  let server: oauth.AuthorizationServer;
  const client: oauth.Client = { client_id: 'demo-app' };
  const authentication = oauth.ClientSecretBasic('demo-secret');
  /** Nobody resolves the public address. */
  const options = { [oauth.customFetch]: (address: string, init: object) => fetch(localUrl(system, address), init) };
  const person = { username: 'user@example.com', password: 'demo-password' };

  before(async () => {
    system = await sharedSystem();
    const answer = await oauth.discoveryRequest(new URL(issuer), { ...options, algorithm: 'oauth2' });
    server = await oauth.processDiscoveryResponse(new URL(issuer), answer);
  });

  const asApplication = async (parameters: Record<string, string> = {}, as = authentication) =>
    oauth.processClientCredentialsResponse(
      server,
      client,
      await oauth.clientCredentialsGrantRequest(server, client, as, parameters, options),
    );
  const asPerson = async (credentials: Record<string, string> = person) =>
    oauth.processGenericTokenEndpointResponse(
      server,
      client,
      await oauth.genericTokenEndpointRequest(server, client, authentication, 'password', credentials, options),
    );
  const refresh = async (token: string | undefined, parameters: Record<string, string> = {}) =>
    oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(server, client, authentication, token!, { ...options, additionalParameters: parameters }),
    );
  const ask = async (token: string, path: string): Promise<Response> =>
    oauth.protectedResourceRequest(token, 'GET', new URL(path, issuer), undefined, undefined, options);
  /** The claims that somebody else's resource server reads in a token. */
  const claimsOf = (token: string) => {
    const request = new Request(`${issuer}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
    return oauth.validateJwtAccessToken({ ...server }, request, issuer, { ...options, signingAlgorithms: ['RS256'] });
  };
  const refused = (error: string) => (thrown: unknown) =>
    (thrown instanceof oauth.ResponseBodyError && thrown.status === 400 && thrown.error === error) || assert.fail(String(thrown));
  const challenged = (status: number, scheme: string, error?: string) => (thrown: unknown) => {
    assert.ok(thrown instanceof oauth.WWWAuthenticateChallengeError, String(thrown));
    assert.deepEqual([thrown.status, thrown.cause[0]!.scheme, thrown.cause[0]!.parameters.error], [status, scheme, error]);
    return true;
  };

  test('the metadata name the grants and every endpoint, below the issuer', () => {
    assert.deepEqual(server.grant_types_supported, ['authorization_code', 'client_credentials', 'password', 'refresh_token']);
    const endpoints = [
      server.authorization_endpoint,
      server.token_endpoint,
      server.revocation_endpoint,
      server.introspection_endpoint,
      server.jwks_uri,
    ];
    for (const address of endpoints) assert.ok(address?.startsWith(`${issuer}/`), address);
  });

  test('the metadata of the API lead from its address to the server, with the same scopes', async () => {
    const answer = await oauth.resourceDiscoveryRequest(new URL(issuer), options);
    const api = await oauth.processResourceDiscoveryResponse(new URL(issuer), answer);
    assert.deepEqual([api.authorization_servers, api.scopes_supported], [[server.issuer], server.scopes_supported]);
    assert.equal((await fetch(localUrl(system, api.resource_documentation!))).status, 200);
  });

  test('client_credentials gives a token of the technical user, without a refresh token', async () => {
    const { access_token: token, token_type, scope, expires_in, refresh_token } = await asApplication({ scope: 'files base' });
    assert.deepEqual([token_type, scope, expires_in, refresh_token], ['bearer', 'base files', 3600, undefined]);
    const { sub, client_id } = await claimsOf(token);
    assert.deepEqual([sub, client_id], [demoGids.users.robot, 'demo-app']);
    assert.equal((await ask(token, '/v1/projects')).status, 200);
    assert.equal((await ask(token, '/v1/me')).status, 403);
  });

  test('password gives a token of the person, and a refresh token that is used once and may narrow the scope', async () => {
    const first = await asPerson({ ...person, scope: 'base files' });
    assert.equal((await claimsOf(first.access_token)).sub, demoGids.users.user);
    const second = await refresh(first.refresh_token, { scope: 'files' });
    assert.deepEqual([second.scope, (await claimsOf(second.access_token)).scope], ['files', 'files']);
    assert.notEqual(second.refresh_token, first.refresh_token);
    assert.equal((await ask(second.access_token, '/v1/me')).status, 403);
    assert.ok((await refresh(second.refresh_token)).access_token);
  });

  test('authorization_code gives a public program a token of the person who has allowed it on the page', async () => {
    const { api } = await system.signIn('admin@example.com');
    const application = await api.createApplication({
      name: 'Planner',
      is_public: true,
      scopes: ['base', 'files'],
      redirect_uris: ['http://127.0.0.1/callback?from=orders'],
      grants: ['authorization_code', 'refresh_token'],
    });
    const planner: oauth.Client = { client_id: application.client_id };
    const redirectUri = 'http://127.0.0.1:53124/callback?from=orders';
    const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
    const address = new URL(server.authorization_endpoint!);
    address.search = new URLSearchParams({
      response_type: 'code',
      client_id: planner.client_id,
      redirect_uri: redirectUri,
      scope: 'base files',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();

    const page = await fetch(localUrl(system, address.href));
    const security = ['x-frame-options', 'x-content-type-options', 'referrer-policy'].map((name) => page.headers.get(name));
    assert.deepEqual([page.status, ...security], [200, 'DENY', 'nosniff', 'same-origin']);
    assert.match(page.headers.get('content-security-policy')!, /form-action 'self' http:\/\/127\.0\.0\.1:53124;/);
    const answer = await allowOnPage(system, await page.text());
    assert.deepEqual([answer.status, answer.headers.get('referrer-policy')], [303, 'no-referrer']);
    const parameters = oauth.validateAuthResponse(server, planner, new URL(answer.headers.get('location')!), state);
    assert.equal(parameters.get('from'), 'orders');

    const redeem = () => oauth.authorizationCodeGrantRequest(server, planner, oauth.None(), parameters, redirectUri, verifier, options);
    const tokens = await oauth.processAuthorizationCodeResponse(server, planner, await redeem());
    assert.deepEqual([tokens.scope, (await claimsOf(tokens.access_token)).sub], ['base files', demoGids.users.user]);
    assert.equal((await ask(tokens.access_token, '/v1/me')).status, 200);
    const renewed = await oauth.processRefreshTokenResponse(
      server,
      planner,
      await oauth.refreshTokenGrantRequest(server, planner, oauth.None(), tokens.refresh_token!, options),
    );
    await oauth.processRevocationResponse(await oauth.revocationRequest(server, planner, oauth.None(), renewed.refresh_token!, options));
    await assert.rejects(
      redeem().then((again) => oauth.processAuthorizationCodeResponse(server, planner, again)),
      refused('invalid_grant'),
    );
    await api.deleteApplication(application.gid);
  });

  test('the longest state, of all printable characters, comes back unchanged with a code, with each error and in return_to', async () => {
    const { api } = await system.signIn('admin@example.com');
    const redirect_uris = ['https://planner.example/callback'];
    const { gid, client_id } = await api.createApplication({ name: 'Planner', redirect_uris, grants: ['authorization_code'] });
    const printable = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index));
    // Each further character becomes three.
    const state = printable.padEnd(2_048, '%');
    const request = { response_type: 'code', client_id, redirect_uri: redirect_uris[0]!, state, code_challenge_method: 'S256' };
    const open = (changes: Record<string, string> = {}, cookie = '') => {
      const query = new URLSearchParams({ ...request, code_challenge: 'x'.repeat(43), ...changes });
      return fetch(localUrl(system, `${server.authorization_endpoint}?${query}`), { headers: { cookie }, redirect: 'manual' });
    };
    const answerIn = ({ status, headers }: Response) => {
      const answer = new URL(headers.get('location')!).searchParams;
      return [status, answer.get('error') ?? typeof answer.get('code'), answer.get('state')];
    };
    const page = await (await open()).text();
    const signedIn = await allowOnPage(system, page);
    const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
    const consent = await (await open({ prompt: 'consent' }, cookie)).text();
    assert.match(consent, /name="account"/);
    for (const answer of [signedIn, await open({}, cookie), await allowOnPage(system, consent, { cookie })])
      assert.deepEqual(answerIn(answer), [303, 'string', state]);
    for (const [error, answer] of [
      ['access_denied', await allowOnPage(system, page, { decision: 'cancel' })],
      ['login_required', await open({ prompt: 'none' })],
      ['consent_required', await open({ prompt: 'none', scope: 'base files' }, cookie)],
      ['invalid_scope', await open({ scope: 'everything' })],
      ['unsupported_response_type', await open({ response_type: 'token' })],
      ['invalid_request', await open({ code_challenge: '' })],
    ] as const)
      assert.deepEqual(answerIn(answer), [303, error, state]);
    for (const refusedState of [`${state}x`, 'a\nb', 'é'])
      assert.deepEqual(answerIn(await open({ state: refusedState })), [303, 'invalid_request', null]);
    const returnTo = `/console/?${new URLSearchParams({ state })}`;
    const signOut = {
      method: 'POST',
      headers: { origin: issuer },
      body: new URLSearchParams({ return_to: returnTo }),
      redirect: 'manual',
    } as const;
    const signInAddress = (await fetch(`${system.url}/oauth2/sign_out`, signOut)).headers.get('location')!;
    const signInAgain = { headers: { cookie }, redirect: 'manual' } as const;
    assert.equal((await fetch(`${system.url}${signInAddress}`, signInAgain)).headers.get('location'), returnTo);
    await api.deleteApplication(gid);
  });

  test('errors follow RFC 6749 and RFC 6750, as the library reads them', async () => {
    await assert.rejects(asPerson({ ...person, password: 'wrong-password' }), refused('invalid_grant'));
    await assert.rejects(asApplication({ scope: 'everything' }), refused('invalid_scope'));
    await assert.rejects(refresh('unknown'), refused('invalid_grant'));
    await assert.rejects(asApplication({}, oauth.ClientSecretBasic('wrong %+:ü')), challenged(401, 'basic'));
    await assert.rejects(ask('unknown', '/v1/me'), challenged(401, 'bearer', 'invalid_token'));
    const narrow = await asPerson({ ...person, scope: 'files' });
    assert.equal((await ask(narrow.access_token, '/v1/me')).status, 403);
  });
});
