import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { tokenIn } from '@partner-ordering/testing';
import { codeChallenge } from '../../fixtures/codes.ts';
import { password, setUpIdentity, type IdentitySetUp, type Person } from '../../fixtures/test-identity.ts';
import { service as module } from '../../index.ts';

const NEW = 'zebra-lamp-42';
const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://partner-ordering.test' };

describe('a browser session ends with the sessions of its user', () => {
  let identity: IdentitySetUp;
  let admin: Person;
  let request: Record<string, string>;
  before(async () => {
    identity = await setUpIdentity();
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
    const told = async () => {
      const answer = await identity.anonymous.get('/oauth2/authorize', { parameters: { ...request, prompt: 'none' }, headers: { cookie } });
      const { searchParams } = new URL(answer.headers.get('location')!);
      return searchParams.get('error') ?? (searchParams.has('code') && 'code');
    };
    assert.equal(await told(), 'code');
    return { person, told };
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
    deleteUser: ({ gid }) => admin.delete(`/v1/users/${gid}`),
    'disable-user, though they are enabled again': async ({ email }) => {
      await command('disable-user', email);
      return command('enable-user', email);
    },
    'end-sessions of the user': ({ email }) => command('end-sessions', 'user', email),
  };
  for (const [cause, end] of Object.entries(causes))
    test(`it ends by ${cause}, and nobody else's does`, async () => {
      const [one, other] = [await browsing(), await browsing()];
      await end(one.person);
      assert.deepEqual([await one.told(), await other.told()], ['login_required', 'code']);
    });

  test('it ends by end-sessions of everybody, not of an application', async () => {
    const { told } = await browsing();
    await command('end-sessions', 'application', request['client_id']!);
    assert.equal(await told(), 'code');
    await command('end-sessions', 'everybody');
    assert.equal(await told(), 'login_required');
  });
});
