import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { gidOf, keepOutbox, type KeptEvent } from '@partner-ordering/testing';
import type { Organization } from './domain/organization.ts';
import { password, setUpIdentity, type IdentitySetUp, type Person } from './fixtures/test-identity.ts';
import { membershipsOf } from './resources/memberships.ts';
import { showsOf } from './shows.ts';

describe('what the facts of identity show', () => {
  let identity: IdentitySetUp;
  let bakery: Organization;
  let organization: { gid: string };
  let admin: Person;
  let manager: Person;
  let outbox: () => Promise<KeptEvent[]>;
  const seen = new Set<string>();
  before(async () => {
    identity = await setUpIdentity();
    bakery = await identity.organization();
    organization = { gid: bakery.gid };
    [admin, manager] = [await identity.person({ roles: ['admin'] }), await identity.person({ manages: [bakery] })];
    outbox = await keepOutbox(identity.service.database);
  });
  after(() => identity.stop());

  type Told = [type: string, actor: string | null, shown: { member: Record<string, unknown> }];

  /** The facts that `work` publishes: type, who did it, what is shown. */
  async function told(work: () => Promise<{ status: number }>, status = 204): Promise<Told[]> {
    const before = (await outbox()).length;
    assert.equal((await work()).status, status);
    const facts = (await outbox()).slice(before).filter(({ topic }) => topic === 'identity.facts');
    for (const { event } of facts) seen.add(event.type);
    return facts.map(({ event }) => {
      const { actor, shown } = event.data as { actor: string | null; shown: string };
      return [event.type, actor, JSON.parse(shown) as Told[2]];
    });
  }
  const pathOf = (user: string) => `/v1/users/${user}/member_of/${bakery.gid}`;
  const read = async (user: string) => ({ member: (await manager.get(pathOf(user))).body });

  test('a membership as a manager reads it: of a member, and of a new user', async () => {
    const { gid } = await identity.user();
    const joined = await told(
      () => admin.post(`/v1/users/${gid}/member_of`, { organization, monthly_budget: { amount: 12, currency: 'USD' } }),
      201,
    );
    assert.deepEqual(joined, [['member.joined', admin.gid, await read(gid)]]);
    assert.equal(JSON.stringify(joined[0]![2]), JSON.stringify(await read(gid)));

    let href = '';
    const studio = await identity.organization({ name: 'Studio' });
    const facts = await told(async () => {
      const names = { email: `${newGid()}@new.example`, firstname: 'Nia', lastname: 'New' };
      const answer = await admin.post('/v1/users', { ...names, member_of: [{ organization }, { organization: { gid: studio.gid } }] });
      href = answer.headers.get('location')!;
      return answer;
    }, 201);
    assert.deepEqual(facts[0], ['member.joined', admin.gid, await read(gidOf(href))]);
    assert.deepEqual(
      facts.map(([, , { member }]) => (member['organization'] as { name: string }).name),
      ['Bakery', 'Studio'],
    );
  });

  test('who accepted an invitation, with an account and without', async () => {
    const invite = async (email: string) => {
      const href = await manager.create('/v1/invitations', { email, organization, budget: { amount: 99.5, currency: 'EUR' } });
      return (await manager.get(href)).body.token as string;
    };
    const known = await identity.person();
    const [token, other] = [await invite(known.email), await invite(`${newGid()}@new.example`)];
    const accepted = await told(() => known.post(`/v1/invitations/${token}/accept`, {}));
    const shown = await read(known.gid);
    assert.deepEqual(accepted, [['member.joined', known.gid, shown], ['invitation.accepted', known.gid, shown]]); // prettier-ignore

    const person = { firstname: 'Nia', lastname: 'New', password };
    const facts = await told(() => identity.anonymous.post(`/v1/p/invitations/${other}/user`, person), 201);
    const { member } = facts[0]![2];
    assert.deepEqual(facts.map(([type, actor]) => [type, actor]), [['member.joined', null], ['invitation.accepted', null]]); // prettier-ignore
    for (const fact of facts) assert.deepEqual(fact[2], await read((member['user'] as { gid: string }).gid));
  });

  test('a changed budget and a changed role, each by itself, and nothing for what stays as it was', async () => {
    const { gid } = await identity.user({ memberOf: [bakery] });
    const change = (by: Person, body: object) => told(() => by.put(pathOf(gid), body));
    const monthly_budget = { amount: 250, currency: 'EUR' };
    assert.deepEqual(await change(manager, { monthly_budget }), [['member.budget_changed', manager.gid, await read(gid)]]);
    assert.deepEqual(await change(admin, { monthly_budget, is_manager: true }), [['member.role_changed', admin.gid, await read(gid)]]);
    assert.deepEqual(await change(admin, { monthly_budget, is_manager: true }), []);
    assert.deepEqual(await change(admin, {}), []);
    const both = await change(admin, { monthly_budget: { ...monthly_budget, currency: 'USD' }, is_manager: false });
    assert.deepEqual(
      both.map(([type]) => type),
      ['member.budget_changed', 'member.role_changed'],
    );
  });

  test('a membership as it last was when it ends, alone or with others', async () => {
    const [one, other] = [await identity.user({ memberOf: [bakery] }), await identity.user({ memberOf: [bakery] })];
    for (const [gid, path] of [
      [one.gid, pathOf(one.gid)],
      [other.gid, `/v1/users/${other.gid}`],
    ] as const) {
      const shown = await read(gid);
      assert.deepEqual(await told(() => manager.delete(path)), [['member.left', manager.gid, shown]]);
    }
    assert.deepEqual([...seen].sort(), Object.keys(showsOf(membershipsOf(() => new Date()))).sort(), 'by now each fact was told');
  });

  test('no name of a person who was erased', async () => {
    const { gid } = await identity.user({ memberOf: [bakery] });
    const { member } = await read(gid);
    const user = { ...member.user, firstname: 'Deleted', lastname: 'user' };
    assert.deepEqual(await told(() => admin.delete(`/v1/users/${gid}`)), [['member.left', admin.gid, { member: { ...member, user } }]]);
  });
});
