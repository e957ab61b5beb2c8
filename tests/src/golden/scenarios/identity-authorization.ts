import { demoGids } from '@partner-ordering/identity';
import { issuer } from '../../test-system.ts';
import type { Call, Stage } from '../recorder.ts';

/** The page on which a person allows an application, and where it leads back to. */
export async function recordAuthorization(stage: Stage): Promise<void> {
  const application = {
    name: 'Planner',
    is_public: true,
    grants: ['authorization_code'],
    scopes: ['base', 'files'],
    redirect_uris: ['https://planner.example/callback?from=orders'],
  };
  const { api } = stage.people.admin.client;
  const { gid, client_id } = await stage.unrecorded(() =>
    api.createApplication(application as Parameters<typeof api.createApplication>[0]),
  );
  const authorizationQuery = {
    response_type: 'code',
    client_id,
    redirect_uri: application.redirect_uris[0]!,
    scope: 'base files',
    state: 'as it was',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  };
  const open = (title: string, query: Record<string, unknown>, call: Call = {}) =>
    stage.record('openAuthorizationPage', title, { query: { ...authorizationQuery, ...query }, ...call });
  await open('200 in English', {});
  await open('200 in French', { ui_locales: 'fr', scope: 'files' });
  await open('200 by HEAD, with a parameter that it does not know', { nonce: 'x' }, { method: 'HEAD' });
  await open('303 without a page, for nobody who is signed in', { prompt: 'none' });
  await open('303 without PKCE', { code_challenge: '' });
  await open('303 for a scope that is none', { scope: 'everything' });
  await open('400 for the address of somebody else', { redirect_uri: 'https://elsewhere.example/' });
  await open('400 for an application that is none', { client_id: 'nobody' });
  await open('400 for a NUL character', { state: '\0' });

  const allow = { ...authorizationQuery, decision: 'allow', username: 'user@example.com', password: 'demo-password' };
  const decide = (title: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    stage.record('authorizeApplication', title, { headers: { origin: issuer, ...headers }, form: { ...allow, ...form } });
  const { cookie } = await decide('303 with a code', {});
  await decide('303 for Cancel', { decision: 'cancel' });
  await decide('400 for a wrong password', { password: 'guessed' });
  await decide('400 without a password', { password: '' });
  await decide('400 for the address of somebody else', { redirect_uri: 'https://elsewhere.example/' });
  await decide('400 for a password of 1025 characters', { password: 'x'.repeat(1025) });
  await decide('403 for the form of another website', {}, { origin: 'https://elsewhere.example' });

  const account = demoGids.users.user;
  await open('303 with a code for whoever has allowed it', {}, { headers: { cookie } });
  await open('200 for whoever is signed in, in English', { prompt: 'consent' }, { headers: { cookie } });
  await open('200 for whoever is signed in, in French', { prompt: 'consent', ui_locales: 'fr' }, { headers: { cookie } });
  await decide('303 with a code without a password', { account, username: '', password: '' }, { cookie });
  await decide('200 for another account', { decision: 'switch', username: '', password: '' }, { cookie });
  await decide('400 for whoever is signed out', { account, username: '', password: '' }, { cookie });
  for (const [title, language] of [
    ['200 in English', 'en'],
    ['200 in French', 'fr'],
  ] as const)
    await stage.record('openSignOutPage', title, { headers: { 'accept-language': language } });
  await recordSignIn(stage);
  const signOut = (title: string, origin: string, language = 'en', form = {}) =>
    stage.record('signOut', title, { headers: { origin, 'accept-language': language }, form });
  await signOut('200 in English', issuer);
  await signOut('200 in French', issuer, 'fr');
  await signOut('303 to sign in again', issuer, 'en', { return_to: '/console/orders' });
  await signOut('400 for an address of 8193 characters', issuer, 'en', { return_to: `/console/${'x'.repeat(8184)}` });
  await signOut('403 for the form of another website', 'https://elsewhere.example');
  await recordAuthorizations(stage);
  await recordBrowserSessions(stage);
  await stage.unrecorded(() => api.deleteApplication(gid));
}

/** The sign-in of a person without an application. */
async function recordSignIn(stage: Stage): Promise<void> {
  const open = (title: string, query: Record<string, unknown>, headers: Record<string, string> = {}) =>
    stage.record('openSignInPage', title, { query, headers });
  await open('200 in English', { return_to: '/console/orders?state=published' });
  await open('200 in French, for an address that is not ours', { return_to: 'https://elsewhere.example/' }, { 'accept-language': 'fr' });
  await open('400 for a NUL character', { return_to: '\0' });
  const signInForm = { username: 'user@example.com', password: 'demo-password', return_to: '/console/orders' };
  const signIn = (title: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    stage.record('signInBrowser', title, { headers: { origin: issuer, ...headers }, form: { ...signInForm, ...form } });
  const { cookie } = await signIn('303 to where the person was', {});
  await signIn('400 for a wrong password', { password: 'guessed' });
  await signIn('400 without a password, in French', { password: '' }, { 'accept-language': 'fr' });
  await signIn('400 for a password of 1025 characters', { password: 'x'.repeat(1025) });
  await signIn('403 for the form of another website', {}, { origin: 'https://elsewhere.example' });
  await open('303 for whoever is signed in', { return_to: '/console/orders' }, { cookie: cookie! });
}

/** Resources that only their person sees and ends: authorizations, and the browsers with a session. */
const recordAuthorizations = (stage: Stage) => recordOwn(stage, 'MyAuthorization', '404 for what another has allowed');
const recordBrowserSessions = (stage: Stage) => recordOwn(stage, 'MyBrowserSession', '404 for the browser of another');

async function recordOwn(stage: Stage, name: 'MyAuthorization' | 'MyBrowserSession', refusalTitle: string): Promise<void> {
  const { user, colleague, robot } = stage.people;
  const [list, get, end] = [`list${name}s`, `get${name}`, `delete${name}`] as const;
  await stage.record(list, '200 for a user', { as: user });
  await stage.record(list, '403 for an application', { as: robot });
  const { items } = await stage.unrecorded(() => user.client.api[list]());
  const at = { gid: items[0]!.gid };
  await stage.record(get, '200 for a user', { as: user, at });
  for (const operationId of [get, end]) {
    await stage.record(operationId, refusalTitle, { as: colleague, at });
    await stage.record(operationId, '403 for an application', { as: robot, at });
  }
  await stage.record(end, '204 for a user', { as: user, at });
}
