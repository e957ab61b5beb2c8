import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { eventually, tokenIn, type ApiClient } from '@partner-ordering/testing';
import { codeChallenge } from '../../fixtures/codes.ts';
import { password, setUpIdentity, type IdentitySetUp, type Person } from '../../fixtures/test-identity.ts';
import { service as module } from '../../index.ts';

const NEW = 'zebra-lamp-42';
const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://partner-ordering.test' };

describe('a browser session ends with the sessions of its user', () => {
  let identity: IdentitySetUp;
  let admin: Person;
  let gateway: ApiClient;
  let request: Record<string, string>;
  before(async () => {
    identity = await setUpIdentity();
    gateway = await identity.asService('gateway');
    admin = await identity.person({ roles: ['admin'] });
    const redirect_uri = 'https://app.example/callback';
    const application = { name: 'Planner', grants: ['authorization_code'], redirect_uris: [redirect_uri] };
    const { client_id } = (await admin.post('/v1/applications', application)).body;
    request = { response_type: 'code', client_id, redirect_uri, code_challenge: codeChallenge, code_challenge_method: 'S256' };
  });
  after(() => identity.stop());

  /** A person who is signed in in a browser, and what `prompt=none` answers there. */
  async function browsing() {
    const person = await identity.person();
    const form = new URLSearchParams({ ...request, decision: 'allow', username: person.email, password }).toString();
    const cookie = (await identity.anonymous.post('/oauth2/authorize', form, { headers })).headers.get('set-cookie')!.split(';')[0]!;
    const secret = cookie.split('=')[1]!;
    const trade = async () => (await gateway.post('/internal/browser_sessions/token', { secret })).body.access_token as string | undefined;
    const api = identity.bearer((await trade())!);
    assert.equal((await api.get('/v1/me/sessions')).status, 200);
    const outcome = async () => {
      const answer = await identity.anonymous.get('/oauth2/authorize', { parameters: { ...request, prompt: 'none' }, headers: { cookie } });
      const { searchParams } = new URL(answer.headers.get('location')!);
      return searchParams.get('error') ?? (searchParams.has('code') && 'code');
    };
    assert.equal(await outcome(), 'code');
    return { person, outcome, trade, isRefused: () => eventually(async () => (await api.get('/v1/me/sessions')).status === 401) };
  }
  const command = (name: string, ...args: string[]) => module.commands![name]!(identity.service, args, new Date(), {});
  const change = (gid: string, body: object) => admin.put(`/v1/users/${gid}`, body);

  const causes: Record<string, (person: Person) => Promise<unknown>> = {
    changePassword: (person) => person.put('/v1/me/password', { current_password: password, password: NEW }),
    resetPassword: async ({ email }) => {
      await identity.anonymous.post('/v1/p/password_resets', { email });
      return identity.anonymous.put(`/v1/p/password_resets/${tokenIn(await identity.mailTo(email, 'password_reset'))}`, { password: NEW });
    },
    'deleteMySession of a session that a code began': async (person) => {
      await identity.service.database.query(sql`update session set grant_type = 'authorization_code' where user_gid = ${person.gid}`);
      const [session] = (await person.get('/v1/me/sessions')).body.items;
      return person.delete(session.href);
    },
    'updateUser, though it enables the user again': async ({ gid }) => {
      await change(gid, { is_enabled: false });
      return change(gid, { is_enabled: true });
    },
    endUserSessions: ({ gid }) => admin.delete(`/v1/users/${gid}/sessions`),
    deleteUser: ({ gid }) => admin.delete(`/v1/users/${gid}`),
    'disable-user, though they are enabled again': async ({ email }) => {
      await command('disable-user', email);
      return command('enable-user', email);
    },
    'end-sessions of the user': ({ email }) => command('end-sessions', 'user', email),
  };
  for (const [cause, end] of Object.entries(causes))
    test(`a browser session ends by ${cause}, and nobody else's does`, async () => {
      const [one, other] = [await browsing(), await browsing()];
      await end(one.person);
      assert.deepEqual([await one.outcome(), await one.trade(), await other.outcome()], ['login_required', undefined, 'code']);
      await one.isRefused();
      assert.ok(await other.trade());
    });

  test('deleteMySession from the console signs out all other browsers, not its own', async () => {
    const { person, trade, outcome } = await browsing();
    const form = new URLSearchParams({ username: person.email, password }).toString();
    const answer = await identity.anonymous.post('/oauth2/sign_in', form, { headers });
    const secret = answer.headers.get('set-cookie')!.split(';')[0]!.split('=')[1]!;
    const [session] = (await person.get('/v1/me/sessions')).body.items;
    await identity.service.database.query(sql`update session set grant_type = 'authorization_code' where user_gid = ${person.gid}`);
    assert.equal((await identity.bearer((await trade())!).delete(session.href)).status, 204);
    assert.ok(await trade());
    assert.equal(await outcome(), 'code');
    assert.equal((await gateway.post('/internal/browser_sessions/token', { secret })).status, 404);
  });

  test('disable-user and end-sessions count browser sessions', async () => {
    for (const [name, ...operands] of [['disable-user'], ['end-sessions', 'user']] as const) {
      const { person } = await browsing();
      assert.match(await command(name, ...operands, person.email, '--dry-run'), /\b2 sessions\b/);
      assert.match(await command(name, ...operands, person.email), /\b2 sessions\b/);
      assert.match(await command(name, ...operands, person.email, '--dry-run'), /\b0 sessions\b/);
    }
  });

  test('only the gateway gets tokens for browser sessions', async () => {
    const requestToken = async (name: string) =>
      (await identity.asService(name)).post('/internal/browser_sessions/token', { secret: 'unknown' });
    assert.deepEqual([(await requestToken('gateway')).status, (await requestToken('ordering')).status], [404, 403]);
  });

  test('a browser session ends by end-sessions of everybody, not of an application', async () => {
    const { outcome } = await browsing();
    await command('end-sessions', 'application', request['client_id']!);
    assert.equal(await outcome(), 'code');
    await command('end-sessions', 'everybody');
    assert.equal(await outcome(), 'login_required');
  });
});
