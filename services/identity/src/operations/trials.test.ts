import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { eventually, type ApiResponse } from '@partner-ordering/testing';
import type { Organization } from '../domain/organization.ts';
import { codeVerifier } from '../fixtures/codes.ts';
import { setUpIdentity, type IdentitySetUp, type Person } from '../fixtures/test-identity.ts';

describe('sessions in the reference', () => {
  let identity: IdentitySetUp;
  let admin: Person;
  before(async () => {
    identity = await setUpIdentity({ tryIt: 'all' });
    admin = await identity.person({ roles: ['admin'] });
  });
  after(() => identity.stop());

  const ask = async (fields: Record<string, string>): Promise<ApiResponse> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return identity.anonymous.post('/oauth2/token', new URLSearchParams({ client_id: 'docs', ...fields }).toString(), { headers });
  };

  /** Begins a session in the reference for a person. */
  async function trying({ gid: userGid }: Pick<Person, 'gid'>) {
    const [docs] = await identity.service.database.query<{ gid: string }>(sql`select gid from application where client_id = 'docs'`);
    const { issuer } = (await identity.anonymous.get('/.well-known/oauth-authorization-server')).body;
    const redirectUri = `${issuer}/docs/reference/signed-in.html`;
    const issueCode = () => identity.code({ applicationGid: docs!.gid, userGid, redirectUri });
    const redeem = (code: string) =>
      ask({ grant_type: 'authorization_code', code, code_verifier: codeVerifier, redirect_uri: redirectUri });
    const { body } = await redeem(await issueCode());
    const client = identity.bearer(body.access_token);
    return {
      unusedCode: await issueCode(),
      redeem,
      status: async () => (await client.get('/v1/me')).status,
      refresh: () => ask({ grant_type: 'refresh_token', refresh_token: body.refresh_token }),
    };
  }

  interface Scene {
    me: Person;
    bakery: Organization;
    other: Organization;
  }
  const membershipOf = ({ me, bakery }: Scene) => `/v1/users/${me.gid}/member_of/${bakery.gid}`;
  const ends: Record<string, (scene: Scene) => Promise<ApiResponse>> = {
    'a new membership': ({ me, other }) => admin.post(`/v1/users/${me.gid}/member_of`, { organization: { gid: other.gid } }),
    'an accepted invitation': async ({ me, other }) => {
      const href = await admin.create('/v1/invitations', { email: me.email, organization: { gid: other.gid } });
      return me.post(`/v1/invitations/${(await admin.get(href)).body.token}/accept`, {});
    },
    'the end of a membership': (scene) => admin.delete(membershipOf(scene)),
    'the end of all memberships that a manager may end': async ({ me, bakery }) =>
      (await identity.person({ manages: [bakery] })).delete(`/v1/users/${me.gid}`),
    'another role in an organization': (scene) => admin.put(membershipOf(scene), { is_manager: true }),
    'another role': ({ me }) => admin.put(`/v1/users/${me.gid}`, { roles: ['admin'] }),
    'another test of an organization': ({ bakery }) => admin.put(`/v1/organizations/${bakery.gid}`, { test: false }),
  };

  for (const [title, change] of Object.entries(ends))
    test(`${title} ends them within 2 s, with unused codes, and nothing else`, async () => {
      const [bakery, other] = [await identity.organization({ test: true }), await identity.organization()];
      const [me, stranger] = [await identity.person({ memberOf: [bakery] }), await identity.person({ memberOf: [other] })];
      const [mine, theirs] = [await trying(me), await trying(stranger)];
      assert.deepEqual([await mine.status(), await theirs.status()], [200, 200]);
      const { status, body } = await change({ me, bakery, other });
      assert.ok(status < 300, JSON.stringify(body));
      const { body: refusal } = await mine.refresh();
      assert.equal(refusal.error, 'invalid_grant');
      assert.equal((await mine.redeem(mine.unusedCode)).body.error, 'invalid_grant');
      await eventually(async () => assert.equal(await mine.status(), 401), { timeoutMs: 2_000 });
      assert.deepEqual([(await me.get('/v1/me')).status, await theirs.status(), (await theirs.refresh()).status], [200, 200, 200]);
    });

  test('a change that has no part in whom the reference admits ends none', async () => {
    const bakery = await identity.organization({ test: true });
    const me = await identity.person({ memberOf: [bakery] });
    const mine = await trying(me);
    const changes = {
      [`/v1/organizations/${bakery.gid}`]: { name: 'Patisserie', test: true },
      [`/v1/users/${me.gid}`]: { roles: ['user'] },
    };
    for (const [path, body] of Object.entries({ ...changes, [membershipOf({ me, bakery, other: bakery })]: { is_manager: false } }))
      assert.equal((await admin.put(path, body)).status, 204, path);
    assert.deepEqual([(await mine.refresh()).status, await mine.status()], [200, 200]);
  });
});
