import { issuer } from '../../test-system.ts';
import type { Call, Stage } from '../recorder.ts';

/** The page on which a person allows an application, and where it leads back to. */
export async function recordAuthorization(stage: Stage): Promise<void> {
  const application = {
    ...{ name: 'Planner', is_public: true, grants: ['authorization_code'], scopes: ['base', 'files'] },
    redirect_uris: ['https://planner.example/callback?from=orders'],
  };
  const { api } = stage.people.admin.client;
  const { gid, client_id } = await stage.quietly(() => api.createApplication(application as Parameters<typeof api.createApplication>[0]));
  const asked = {
    ...{ response_type: 'code', client_id, redirect_uri: application.redirect_uris[0]!, scope: 'base files', state: 'as it was' },
    ...{ code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' },
  };
  const open = (title: string, query: Record<string, unknown>, call: Call = {}) =>
    stage.record('openAuthorizationPage', title, { query: { ...asked, ...query }, ...call });
  await open('200 in English', {});
  await open('200 in French', { ui_locales: 'fr', scope: 'files' });
  await open('200 by HEAD, with a parameter that it does not know', { prompt: 'consent' }, { method: 'HEAD' });
  await open('303 without PKCE', { code_challenge: '' });
  await open('303 for a scope that is none', { scope: 'everything' });
  await open('400 for the address of somebody else', { redirect_uri: 'https://elsewhere.example/' });
  await open('400 for an application that is none', { client_id: 'nobody' });
  await open('400 for a NUL character', { state: '\0' });

  const allow = { ...asked, decision: 'allow', username: 'user@example.com', password: 'demo-password' };
  const decide = (title: string, form: Record<string, string>, origin = issuer) =>
    stage.record('authorizeApplication', title, { headers: { origin }, form: { ...allow, ...form } });
  await decide('303 with a code', {});
  await decide('303 for Cancel', { decision: 'cancel' });
  await decide('400 for a wrong password', { password: 'guessed' });
  await decide('400 without a password', { password: '' });
  await decide('400 for the address of somebody else', { redirect_uri: 'https://elsewhere.example/' });
  await decide('400 for a password of 1025 characters', { password: 'x'.repeat(1025) });
  await decide('403 for the form of another website', {}, 'https://elsewhere.example');
  await stage.quietly(() => api.deleteApplication(gid));
}
