import type { Call, Stage } from '../recorder.ts';
import { sessionOf } from '../../requests.ts';

const client = (id = 'demo-app', secret = 'demo-secret') => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const password = { grant_type: 'password', username: 'user@example.com', password: 'demo-password' };

/** Grants, and why one gets no token. */
export async function recordGrants(stage: Stage): Promise<void> {
  const headers = client();
  const ask = (title: string, form: Record<string, string>, changes: Call = {}) =>
    stage.record('issueToken', title, { headers, form, ...changes });
  await ask('200 for the application itself', { grant_type: 'client_credentials' });
  const { body: first } = await ask('200 for a person', { ...password, scope: 'base upload_files' });
  const refresh = { grant_type: 'refresh_token', refresh_token: first.refresh_token };
  await ask('200 for a refresh that narrows', { ...refresh, scope: 'base' });
  const { body: second } = await ask('200 for a refresh token that was used a moment ago', refresh);
  await stage.unrecorded(() => stage.system.oauth('/oauth2/token', { ...refresh, refresh_token: second.refresh_token }));
  await ask('400 for one whose successor was used', refresh);
  const clientSecretForm = { client_id: 'demo-app', client_secret: 'demo-secret' };
  await ask('200 for a secret in the form', { grant_type: 'client_credentials', ...clientSecretForm }, { headers: {} });
  await ask('400 for two secrets that differ', { grant_type: 'client_credentials', ...clientSecretForm, client_secret: 'guessed' });
  await ask('400 for a scope that is none', { ...password, scope: 'everything' });
  await ask('400 for a wrong password', { ...password, password: 'guessed' });
  await ask('400 for a user who is none', { ...password, username: 'nobody@example.com' });
  await ask('400 for a username of 256 characters', { ...password, username: 'x'.repeat(256) });
  const code = { grant_type: 'authorization_code', code: 'guessed', redirect_uri: 'https://shop.example/signed-in' };
  await ask('400 for a grant that is not its own', { ...code, code_verifier: 'x'.repeat(43) });
  await ask('400 for a code without its verifier', code);
  await ask('400 for a grant that is none', { grant_type: 'implicit' });
  await ask('400 without a grant', { scope: 'base' });
  await ask('400 without a password', { grant_type: 'password', username: 'user@example.com' });
  await ask('401 for a wrong secret', { grant_type: 'client_credentials' }, { headers: client('demo-app', 'guessed') });
  await ask(
    '401 for a wrong secret in the form',
    { grant_type: 'client_credentials', ...clientSecretForm, client_secret: 'guessed' },
    { headers: {} },
  );
  await ask('401 for a client that is none', { grant_type: 'client_credentials' }, { headers: client('nobody') });
  await stage.record('issueToken', '401 without a client', { form: password });
  await stage.record('issueToken', '401 for an application with a secret, without it', { form: { ...code, client_id: 'demo-app' } });
  await stage.record('issueToken', '400 for JSON', { headers, body: password });
}

/** Revocation, introspection, and what verifies tokens. */
export async function recordTokenReferences(stage: Stage): Promise<void> {
  const headers = client();
  const { body } = await stage.unrecorded(() => stage.system.oauth('/oauth2/token', password));
  const [access, renewed] = [{ token: body.access_token }, { token: body.refresh_token, token_type_hint: 'refresh_token' }];
  await stage.record('introspectToken', '200 for an access token', { headers, form: access });
  await stage.record('introspectToken', '200 for a refresh token', { headers, form: renewed });
  await stage.record('introspectToken', '200 for an unknown one', { headers, form: { token: 'unknown' } });
  await stage.record('revokeToken', '200 for a refresh token', { headers, form: renewed });
  await stage.record('revokeToken', '200 for an unknown one', { headers, form: { token: 'unknown' } });
  await stage.record('introspectToken', '200 for an access token that went with its refresh token', { headers, form: access });
  for (const operationId of ['revokeToken', 'introspectToken']) {
    await stage.record(operationId, '400 without a token', { headers, form: {} });
    await stage.record(operationId, '401 without a client', { form: access });
    await stage.record(operationId, '401 for a wrong secret', { headers: client('demo-app', 'guessed'), form: access });
  }
  for (const operationId of ['getJwks', 'getAuthorizationServerMetadata']) {
    await stage.record(operationId, '200 for everybody');
  }
}

/** Where a person is signed in, and the end of a session. */
export async function recordSessions(stage: Stage): Promise<void> {
  const { colleague, user, robot } = stage.people;
  await stage.record('listMySessions', '200 for a user', { as: colleague });
  await stage.record('listMySessions', '403 for an application', { as: robot });
  const otherClient = await stage.unrecorded(() => stage.system.signIn('colleague@example.com'));
  const at = { gid: await sessionOf(otherClient) };
  await stage.record('getMySession', '200 for a user', { as: colleague, at });
  await stage.record('getMySession', '404 for the session of another', { as: user, at });
  await stage.record('getMySession', '403 for an application', { as: robot, at });
  await stage.record('deleteMySession', '404 for the session of another', { as: user, at });
  await stage.record('deleteMySession', '403 for an application', { as: robot, at });
  await stage.record('deleteMySession', '204 for a user', { as: colleague, at });
}
