import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { after, before, describe, test } from 'node:test';
import * as openid from 'openid-client';
import { allowOnPage } from '../authorizations.ts';
import { sharedSystem } from '../shared-system.ts';
import { demoGids, issuer, localUrl, type TestSystem } from '../test-system.ts';

/** The parts that we use of two libraries that bring no types. */
interface Untyped {
  'passport-oauth2': { Strategy: new (options: object, verify: (...args: never[]) => void) => Strategy };
  'simple-oauth2': Record<'AuthorizationCode' | 'ClientCredentials' | 'ResourceOwnerPassword', new (options: object) => Flow>;
}
interface Strategy {
  authenticate(request: object): void;
  redirect(address: string): void;
  success(user: Tokens): void;
  error(error: Error): void;
  fail(challenge: unknown): void;
  /** Which `passport-oauth2-refresh` uses. */
  _oauth2: Record<
    'getOAuthAccessToken',
    (token: string, form: object, done: (error: unknown, access: string, refresh: string) => void) => void
  >;
}
interface Flow {
  authorizeURL(parameters: object): string;
  getToken(parameters: object): Promise<Held>;
}
interface Held {
  token: Tokens & { expires_at: Date };
  refresh(parameters?: object): Promise<Held>;
  revokeAll(): Promise<void>;
}
interface Tokens {
  access_token: string;
  refresh_token: string;
}
const required = <Name extends keyof Untyped>(name: Name) => createRequire(import.meta.url)(name) as Untyped[Name];

const callback = 'https://shop.example/signed-in';
const person = { username: 'user@example.com', password: 'demo-password' };

/** As their documentation sets them up, and docs/partners/signing-in.md with it. */
describe('the libraries that partners use', () => {
  let system: TestSystem;
  /** With a secret, and without. */
  let clients: Record<'shop' | 'plugIn', { id: string; secret: string }>;
  let remove: () => Promise<unknown>;

  before(async () => {
    system = await sharedSystem();
    const { api } = await system.signIn('admin@example.com');
    const application = { name: 'Shop', scopes: ['base' as const], redirect_uris: [callback] };
    const ofPublic = ['authorization_code' as const, 'refresh_token' as const];
    const grants = [...ofPublic, 'client_credentials' as const, 'password' as const];
    const [shop, plugIn] = [
      await api.createApplication({ ...application, grants, user: { gid: demoGids.users.robot } }),
      await api.createApplication({ ...application, grants: ofPublic, is_public: true }),
    ];
    clients = { shop: { id: shop.client_id, secret: shop.client_secret! }, plugIn: { id: plugIn.client_id, secret: '' } };
    remove = () => Promise.all([shop, plugIn].map(({ gid }) => api.deleteApplication(gid)));
  });
  after(() => remove());

  /** A person follows the library's address, and allows it; where they come back to. */
  const cameBack = async (address: string): Promise<URL> => {
    const page = await fetch(localUrl(system, address));
    return new URL((await allowOnPage(system, await page.text())).headers.get('location')!);
  };
  const isMe = async (token: string) => assert.equal((await system.bearer(token).api.getMe()).email, person.username);
  const fetchReached: openid.CustomFetch = (address, init) => fetch(localUrl(system, address), init as RequestInit);

  for (const name of ['shop', 'plugIn'] as const)
    test(`passport-oauth2 of a ${name}: code with PKCE, and refresh; a secret is sent in the form`, async () => {
      const { Strategy: OAuth2Strategy } = required('passport-oauth2');
      const at = { authorizationURL: `${system.url}/oauth2/authorize`, tokenURL: `${system.url}/oauth2/token`, callbackURL: callback };
      const { id, secret } = clients[name];
      const strategyOptions = { ...at, clientID: id, clientSecret: secret, scope: 'base', state: true, pkce: true };
      const verify = (access_token: string, refresh_token: string, _profile: object, done: (error: null, user: Tokens) => void) =>
        done(null, { access_token, refresh_token });
      const strategy = new OAuth2Strategy(strategyOptions, verify);
      const session = {};
      const ask = <Result>(query: object, outcome: 'redirect' | 'success') =>
        new Promise<Result>((resolve, reject) => {
          Object.assign(strategy, { [outcome]: resolve, error: reject, fail: reject });
          strategy.authenticate({ query, session });
        });
      const address = await ask<string>({}, 'redirect');
      const tokens = await ask<Tokens>(Object.fromEntries((await cameBack(address)).searchParams), 'success');
      await isMe(tokens.access_token);
      const renewed = await new Promise<string>((resolve, reject) => {
        const done = (error: unknown, access: string) => (error === null ? resolve(access) : reject(error));
        strategy._oauth2.getOAuthAccessToken(tokens.refresh_token, { grant_type: 'refresh_token' }, done);
      });
      await isMe(renewed);
    });

  for (const method of ['ClientSecretPost', 'ClientSecretBasic', 'None'] as const)
    test(`openid-client by ${method}: every grant, introspection and revocation`, async () => {
      const { id, secret } = clients[method === 'None' ? 'plugIn' : 'shop'];
      const options = { algorithm: 'oauth2' as const, [openid.customFetch]: fetchReached };
      const config = await openid.discovery(new URL(issuer), id, undefined, openid[method](secret), options);
      const [verifier, state] = [openid.randomPKCECodeVerifier(), openid.randomState()];
      const authorizationQuery = { redirect_uri: callback, scope: 'base', state, code_challenge_method: 'S256' };
      const code_challenge = await openid.calculatePKCECodeChallenge(verifier);
      const back = await cameBack(openid.buildAuthorizationUrl(config, { ...authorizationQuery, code_challenge }).href);
      const byCode = await openid.authorizationCodeGrant(config, back, { pkceCodeVerifier: verifier, expectedState: state });
      const hasSecret = method !== 'None';
      for (const tokens of [byCode, ...(hasSecret ? [await openid.genericGrantRequest(config, 'password', person)] : [])]) {
        const renewed = await openid.refreshTokenGrant(config, tokens.refresh_token!);
        await isMe(renewed.access_token);
        await openid.tokenRevocation(config, renewed.refresh_token!);
        await assert.rejects(openid.refreshTokenGrant(config, renewed.refresh_token!), { error: 'invalid_grant' });
      }
      if (!hasSecret) return;
      const ownTokens = await openid.clientCredentialsGrant(config, { scope: 'base' });
      assert.equal((await openid.tokenIntrospection(config, ownTokens.access_token)).active, true);
    });

  for (const [name, authorizationMethod] of [
    ['shop', 'header'],
    ['shop', 'body'],
    ['plugIn', 'body'],
  ] as const)
    test(`simple-oauth2 of a ${name} by ${authorizationMethod}: every grant and revocation`, async () => {
      const { AuthorizationCode, ClientCredentials, ResourceOwnerPassword } = required('simple-oauth2');
      const auth = { tokenHost: system.url, tokenPath: '/oauth2/token', revokePath: '/oauth2/revoke' };
      const config = { client: clients[name], auth, options: { authorizationMethod } };
      const flow = new AuthorizationCode({ ...config, auth: { ...auth, authorizePath: '/oauth2/authorize' } });
      const verifier = openid.randomPKCECodeVerifier();
      const authorizationQuery = { redirect_uri: callback, scope: 'base', state: 'x', code_challenge_method: 'S256' };
      const code_challenge = await openid.calculatePKCECodeChallenge(verifier);
      const back = await cameBack(flow.authorizeURL({ ...authorizationQuery, code_challenge }));
      const code = back.searchParams.get('code');
      const byCode = await flow.getToken({ code, redirect_uri: callback, code_verifier: verifier });
      const hasSecret = name === 'shop';
      if (hasSecret) await new ClientCredentials(config).getToken({ scope: 'base' });
      for (const held of [byCode, ...(hasSecret ? [await new ResourceOwnerPassword(config).getToken(person)] : [])]) {
        const renewed = await held.refresh();
        await isMe(renewed.token.access_token);
        await renewed.revokeAll();
        await assert.rejects(renewed.refresh(), /400 Bad Request/);
      }
    });
});
