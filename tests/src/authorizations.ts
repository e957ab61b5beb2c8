import type { ApiClient } from '@partner-ordering/testing';
import { issuer } from './test-system.ts';

/** Allows a new application on the page, as this user does in a browser; the gid of the authorization. */
export async function allowApplication(url: string, user: ApiClient, admin: ApiClient, username = 'user@example.com'): Promise<string> {
  const redirect_uris = ['https://planner.example/callback'];
  const application = await admin.api.createApplication({ name: 'Planner', grants: ['authorization_code'], redirect_uris });
  const { issuer } = (await user.get('/.well-known/oauth-authorization-server')).body;
  const form = {
    response_type: 'code',
    client_id: application.client_id,
    redirect_uri: redirect_uris[0]!,
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
    decision: 'allow',
    username,
    password: 'demo-password',
  };
  const headers = { origin: new URL(issuer).origin };
  await fetch(new URL('/oauth2/authorize', url), { method: 'POST', headers, body: new URLSearchParams(form), redirect: 'manual' });
  const { items } = await user.api.listMyAuthorizations({ where: (a) => a.application.gid.eq(application.gid) });
  return items[0]!.gid;
}

/** Sends the form of an authorization page, as a person's browser does when they allow the request, with its cookie if it has one. */
export function allowOnPage({ url }: { url: string }, page: string, { decision = 'allow', cookie = '' } = {}): Promise<Response> {
  const hidden = [...page.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name, value]) => [name!, value!.replaceAll(/&\w+;|&#39;/g, (one) => characters[one]!)]));
  const body = new URLSearchParams({ ...fields, decision, username: 'user@example.com', password: 'demo-password' });
  return fetch(new URL('/oauth2/authorize', url), { method: 'POST', headers: { origin: issuer, cookie }, body, redirect: 'manual' });
}

const characters: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
