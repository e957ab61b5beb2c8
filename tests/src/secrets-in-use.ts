import { randomBytes } from 'node:crypto';
import { demoGids } from '@partner-ordering/identity';
import { ApiClient, eventually, gidOf, tokenIn, type ApiResponse } from '@partner-ordering/testing';
import { mailIn } from './mails.ts';
import { uploadFor } from './requests.ts';
import { usePage } from './secrets-on-the-page.ts';
import type { Secret } from './secrets.ts';
import { signingIn } from './test-system.ts';

// The places of secrets. People who may invite see an invitation's token, so it is kept; a mailed code is only in its mail.
const ONLY_IN_ITS_MAIL = ['mail'];
const OPEN_INVITATION = ['database identity', 'database files', 'mail'];
/** Its row is gone, but not yet overwritten. */
const USED_INVITATION = ['database files', 'mail'];
/** The demo data's are told to everybody. */
const ON_THE_FIRST_SCREEN = ['first screen'];

const FORM = 'application/x-www-form-urlencoded';

/** Uses all that lets somebody in, rightly and wrongly, and answers what it was. */
export async function useSecrets(url: string, mailFolder: string): Promise<Secret[]> {
  const secrets: Secret[] = [
    { name: 'secret of the demo application', value: 'demo-secret', belongs: ON_THE_FIRST_SCREEN },
    { name: 'password of the demo users', value: 'demo-password', belongs: ON_THE_FIRST_SCREEN },
  ];
  const remember = (name: string, value: string, belongs: readonly string[] = []): string => {
    secrets.push({ name, value, belongs });
    return value;
  };
  /** With what has several forms. */
  const newPassword = (name: string): string => remember(name, `Zebra lamp/${randomBytes(9).toString('base64url')}+%é"`);
  const anonymous = new ApiClient(url);
  const { oauth, bearer } = signingIn(url);
  const mailTo = (to: string, kind: string) => mailIn(mailFolder, kind, to);

  /** Keeps the part of a token that nobody can make. */
  async function tokens(name: string, form: Record<string, string>): Promise<{ access: string; refresh: string }> {
    const { status, body } = await oauth('/oauth2/token', form);
    if (status !== 200) throw new Error(`${name}: ${status} ${JSON.stringify(body)}`);
    remember(`access token of ${name}`, body.access_token.split('.')[2]);
    if (body.refresh_token) remember(`refresh token of ${name}`, body.refresh_token);
    return { access: body.access_token, refresh: body.refresh_token };
  }
  const signIn = async (username: string, password = 'demo-password', scope = 'base files upload_files'): Promise<ApiClient> =>
    bearer((await tokens(username, { grant_type: 'password', username, password, scope })).access);

  const admin = await signIn('admin@example.com');
  await useTokens();
  await usePage({ url, admin, remember, newPassword });
  await usePasswords();
  await useMails();
  await useFiles();
  await useApplications();
  await useWebhooks();
  await useMistakes();
  return secrets;

  async function useTokens(): Promise<void> {
    const robot = await tokens('the application', { grant_type: 'client_credentials' });
    const first = await tokens('user', { grant_type: 'password', username: 'user@example.com', password: 'demo-password' });
    const second = await tokens('user, refreshed', { grant_type: 'refresh_token', refresh_token: first.refresh });
    await anonymous.get('/v1/products', { parameters: { access_token: second.access } });
    await bearer(second.access).post('/v1/batch', [{ method: 'GET', relative_url: '/me' }]);
    for (const token of [robot.access, second.refresh, first.refresh]) await oauth('/oauth2/introspect', { token });
    await oauth('/oauth2/token', { grant_type: 'refresh_token', refresh_token: first.refresh });
    const last = await tokens('user, to be revoked', { grant_type: 'password', username: 'user@example.com', password: 'demo-password' });
    await oauth('/oauth2/revoke', { token: last.refresh });
    await oauth('/oauth2/revoke', { token: robot.access });
    await eventually(async () => (await bearer(last.access).get('/v1/me')).status === 401);
  }

  async function usePasswords(): Promise<void> {
    const [changedPassword, wrongPassword] = [newPassword('a changed password'), newPassword('a wrong password')];
    const user = await signIn('user@example.com');
    const changePassword = (body: object) => user.put('/v1/me/password', body);
    await changePassword({ current_password: wrongPassword, password: changedPassword });
    await changePassword({ current_password: 'demo-password', password: newPassword('a password that is too long').repeat(20) });
    await changePassword({ current_password: 'demo-password', new_password: newPassword('a password in an unknown field') });
    isDone(await changePassword({ current_password: 'demo-password', password: changedPassword }), 204);
    await signIn('user@example.com', changedPassword);
    await oauth('/oauth2/token', { grant_type: 'password', username: 'user@example.com', password: wrongPassword });
    await oauth('/oauth2/token', { grant_type: 'password', username: newPassword('a password typed as name'), password: 'x' });
  }

  async function useMails(): Promise<void> {
    const email = 'colleague@example.com';
    await anonymous.post('/v1/p/password_resets', { email });
    const reset = remember('token of a password reset', tokenIn(await mailTo(email, 'password_reset')), ONLY_IN_ITS_MAIL);
    const password = newPassword('a password after a reset');
    for (const path of [`/v1/p/password%5Fresets/${reset}`, `/v1/p/password_resets/${reset}/`])
      await anonymous.put(path, { password: 'short' });
    isDone(await anonymous.put(`/v1/p/password_resets/${reset}`, { password }), 204);
    const colleague = await signIn(email, password);

    await colleague.put('/v1/me', { email: 'carla@next.example', current_password: newPassword('a wrong password of a new address') });
    await colleague.put('/v1/me', { email: 'carla@next.example', current_password: password });
    const former = remember('token of a former address', tokenIn(await mailTo(email, 'email_change_notice')), ONLY_IN_ITS_MAIL);
    const confirmation = remember('token of a new address', tokenIn(await mailTo('carla@next.example', 'email_change')), ONLY_IN_ITS_MAIL);
    isDone(await anonymous.post(`/v1/p/email_confirmations/${confirmation}`), 204);
    await anonymous.put(`/v1/p/email_restorations/${former}`, { password: 'short' });

    const person = { email: 'nia@example.com', firstname: 'Nia', lastname: 'New' };
    await admin.create('/v1/users', { ...person, member_of: [{ organization: { gid: demoGids.harbourBakery } }] });
    const first = remember('token of a first password', tokenIn(await mailTo(person.email, 'set_password')), ONLY_IN_ITS_MAIL);
    const actions = [
      { method: 'PUT', relative_url: `/p/password_resets/${first}`, body: JSON.stringify({ password: newPassword('a first password') }) },
    ];
    await admin.post('/v1/batch', actions);

    await invited('nobody.yet@example.com', OPEN_INVITATION);
    const [token, code] = await invited('zoe@example.com');
    await anonymous.get(`/v1/p/invitations/${token}`);
    const account = { firstname: 'Zoë', lastname: 'Rôti', password: newPassword('the password of an invited person'), code };
    isDone(await anonymous.post(`/v1/p/invitations/${token}/user`, account), 201);
    const [invitationToken, another] = await invited('user@example.com');
    const user = await signIn('user@example.com', secrets.find(({ name }) => name === 'a changed password')!.value);
    const headers = { 'idempotency-key': 'once' };
    isDone(await user.post(`/v1/invitations/${invitationToken}/accept`, { code: another }, { headers }), 204);
  }

  async function invited(email: string, belongs = USED_INVITATION): Promise<[token: string, code: string]> {
    const href = await admin.create('/v1/invitations', { email, organization: { gid: demoGids.northlightStudio } });
    const { token } = (await admin.get(href)).body;
    const [, code] = /&code=([\w-]{43})/.exec((await mailTo(email, 'invitation')).text!)!;
    remember(`token of the invitation of ${email}`, token, belongs);
    return [token, remember(`code of the invitation of ${email}`, code!, ONLY_IN_ITS_MAIL)];
  }

  async function useFiles(): Promise<void> {
    const user = await signIn('manager@example.com');
    const { fields } = (await user.get('/v1/upload_form')).body;
    for (const [name, value] of Object.entries<string>(fields)) if (/signature|policy/.test(name)) remember(`${name} of a form`, value);
    const { path } = await uploadFor({ url, signIn: (email, scope) => signIn(email, undefined, scope) }, 'manager@example.com');
    const { body } = await user.get(`/v1/files/${encodeURIComponent(path)}`);
    remember('signature of an address', new URL(body.url).searchParams.get('signature')!);
    isDone(await anonymous.get(body.url.slice(url.length)), 200);
    isDone(await user.get(`/v1/files/${encodeURIComponent(body.url)}`), 200);
    await user.get(`/v1/file_info/${encodeURIComponent(body.url)}`);
    await anonymous.get(`/v1/img/${gidOf(path)}`, { parameters: { access_token: user.token } });
  }

  /** Secrets of applications are shown once, and only their hashes are kept. */
  async function useApplications(): Promise<void> {
    const application = { name: 'Robot', grants: ['client_credentials'], user: { gid: demoGids.users.user } };
    const idempotency = { headers: { 'idempotency-key': 'an application' } };
    const applicationAnswer = await admin.post('/v1/applications', application, idempotency);
    isDone(applicationAnswer, 201);
    const first = remember('secret of an application', applicationAnswer.body.client_secret);
    await admin.post('/v1/applications', application, idempotency);
    const rotated = await admin.post(`${applicationAnswer.body.href}/rotate_secret`, { grace_seconds: 60 }, idempotency);
    isDone(rotated, 200);
    const second = remember('secret of an application, replaced', rotated.body.client_secret);
    for (const secret of [first, second]) {
      const authorization = `Basic ${Buffer.from(`${applicationAnswer.body.client_id}:${secret}`).toString('base64')}`;
      const headers = { 'content-type': FORM, authorization };
      const answer = await anonymous.post('/oauth2/token', 'grant_type=client_credentials', { headers });
      isDone(answer, 200);
      remember('access token of an application', answer.body.access_token.split('.')[2]);
      const form = { grant_type: 'client_credentials', client_id: applicationAnswer.body.client_id, client_secret: secret };
      isDone(await anonymous.post('/oauth2/token', new URLSearchParams(form).toString(), { headers: { 'content-type': FORM } }), 200);
    }
  }

  async function useWebhooks(): Promise<void> {
    const webhook = { url: 'https://1.1.1.1/webhook', signatures: ['v1', 'v1a'], is_enabled: false };
    const href = await admin.create(`/v1/orgs/${demoGids.harbourBakery}/webhooks`, webhook);
    const idempotency = { headers: { 'idempotency-key': 'a secret of a webhook' } };
    const [secretAnswer, rotated] = [await admin.get(`${href}/secret`), await admin.post(`${href}/rotate_secret`, {}, idempotency)];
    for (const answer of [secretAnswer, rotated]) isDone(answer, 200);
    remember('secret of a webhook', secretAnswer.body.secret.slice('whsec_'.length));
    remember('secret of a webhook, replaced', rotated.body.secret.slice('whsec_'.length));
  }

  /** Sends secrets in places where they do not belong. */
  async function useMistakes(): Promise<void> {
    const password = newPassword('a password where it does not belong');
    const secret = remember('a wrong secret of an application', randomBytes(32).toString('base64url'));
    const authorization = `Basic ${Buffer.from(`demo-app:${secret}`).toString('base64')}`;
    await anonymous.post('/oauth2/token', 'grant_type=client_credentials', { headers: { 'content-type': FORM, authorization } });
    const form = { grant_type: 'password', username: 'user@example.com', password, client_secret: secret };
    for (const path of ['/oauth2/token', '/oauth2/revoke']) await oauth(path, { ...form, token: secret });
    await anonymous.post('/oauth2/token', form);
    await anonymous.post('/oauth2/token', '', { parameters: form });
    await anonymous.post('/oauth2/token', `{"password": "${password}`, { headers: { 'content-type': 'application/json' } });
    for (const body of [`{"password": ${password}}`, `{"password": "${password}`, { password: [password] }, { [password]: 1 }, password])
      await admin.put('/v1/me/password', body);
    await admin.post('/v1/users', { email: password, firstname: password.repeat(20), password });
    const text = () => randomBytes(32).toString('base64url');
    const code = { code: remember('an authorization code', text()), code_verifier: remember('a code verifier', text()) };
    const redemption = { grant_type: 'authorization_code', redirect_uri: 'https://shop.example', ...code };
    await oauth('/oauth2/token', redemption);
    await anonymous.post('/oauth2/token', '', { parameters: redemption });
    const token = (await signIn('admin@example.com')).token!;
    await anonymous.get(`/v1/me&access_token=${token}`);
    await anonymous.get(`/v1/products/${token}`);
    await anonymous.get('/v1/me', { parameters: { token, access_token: 'x' }, headers: { authorization: token } });
    await anonymous.get('/v1/projects', { parameters: { access_token: token, query: token } });
    await admin.get('/v1/projects', { parameters: { search: token, orderBy: password } });
    await anonymous.get(`/internal/token/${token}`);
    await anonymous.send('BREW', `/v1/me?access_token=${token}`, {});
  }
}

function isDone({ status, body }: ApiResponse, expected: number): void {
  if (status !== expected) throw new Error(`${status} instead of ${expected}: ${JSON.stringify(body)}`);
}
