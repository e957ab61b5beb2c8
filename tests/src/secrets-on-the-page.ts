import { createHash, randomBytes } from 'node:crypto';
import { ApiClient } from '@partner-ordering/testing';

interface Parts {
  url: string;
  admin: ApiClient;
  /** Notes a secret by its name, and answers it. */
  remember: (name: string, value: string) => string;
  newPassword: (name: string) => string;
}

/** Uses all that lets a public application in as a person, rightly and wrongly. */
export async function usePage({ url, admin, remember, newPassword }: Parts): Promise<void> {
  const anonymous = new ApiClient(url);
  const redirect_uri = 'http://127.0.0.1/callback';
  const { client_id, gid } = await admin.api.createApplication({
    name: 'Planner',
    is_public: true,
    scopes: ['base'],
    redirect_uris: [redirect_uri],
    grants: ['authorization_code', 'refresh_token'],
  });
  const code_verifier = remember('code verifier', randomBytes(32).toString('base64url'));
  const challenge = { code_challenge: createHash('sha256').update(code_verifier).digest('base64url'), code_challenge_method: 'S256' };
  const authorizationQuery = { response_type: 'code', client_id, redirect_uri, ...challenge };
  await anonymous.get('/oauth2/authorize', { parameters: authorizationQuery });
  const post = (path: string, form: Record<string, string>) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: url };
    return anonymous.post(path, new URLSearchParams(form).toString(), { headers });
  };
  const decide = (password: string) =>
    post('/oauth2/authorize', { ...authorizationQuery, decision: 'allow', username: 'user@example.com', password });
  await decide(newPassword('a wrong password on the page'));
  const { headers } = await decide('demo-password');
  const cookie = headers.get('set-cookie')!.split(';')[0]!;
  remember('secret of a browser session', cookie.split('=')[1]!);
  await anonymous.get('/oauth2/authorize', { parameters: authorizationQuery, headers: { cookie } });
  await anonymous.get('/v1/me', { headers: { cookie } });
  const code = remember('authorization code', new URL(headers.get('location')!).searchParams.get('code')!);
  const redemption = { grant_type: 'authorization_code', client_id, redirect_uri, code, code_verifier };
  const { body } = await post('/oauth2/token', redemption);
  remember('access token of a code', body.access_token.split('.')[2]);
  remember('refresh token of a code', body.refresh_token);
  await post('/oauth2/token', redemption);
  await admin.api.deleteApplication(gid);
}
