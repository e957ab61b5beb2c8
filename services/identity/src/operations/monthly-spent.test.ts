import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Organization } from '../domain/organization.ts';
import { setUpIdentity, type IdentitySetUp, type Person } from '../fixtures/test-identity.ts';

describe('spent amounts of members this month', () => {
  let now = new Date('2031-01-31T23:30:00Z');
  let identity: IdentitySetUp;
  let bakery: Organization;
  let user: Person;
  let manager: Person;
  before(async () => {
    identity = await setUpIdentity({ clock: () => now });
    bakery = await identity.organization();
    [user, manager] = [await identity.person({ memberOf: [bakery] }), await identity.person({ manages: [bakery] })];
  });
  after(() => identity?.stop());

  /** Publishes ordering's booked amount of a month. */
  const book = (month: string, spent_minor: number, currency = 'EUR') => {
    const state = { user: user.gid, organization: bakery.gid, month, spent_minor, currency };
    return identity.follow({ type: 'budget_account', key: `${user.gid}/${bakery.gid}`, state });
  };

  interface MembershipBody {
    user?: { gid: string };
    organization: { gid: string };
    monthly_spent: { amount: number; currency: string };
  }

  /** The amounts of all answers with the membership. */
  async function spent(): Promise<number[]> {
    const own = `/v1/users/${user.gid}`;
    const [me, ownMemberships, member, one, memberships, members] = await Promise.all([
      user.get('/v1/me'),
      user.get('/v1/me/member_of'),
      manager.get(own),
      manager.get(`${own}/member_of/${bakery.gid}`),
      manager.get(`${own}/member_of`),
      manager.get(`/v1/orgs/${bakery.gid}/member_of`),
    ]);
    const ofUser = (members.body.items as MembershipBody[]).find((body) => body.user?.gid === user.gid);
    const bodies: MembershipBody[] = [
      me.body.member_of[0],
      ownMemberships.body.items[0],
      member.body.member_of[0],
      one.body,
      memberships.body.items[0],
      ofUser!,
    ];
    return bodies.map(({ monthly_spent: { amount } }) => amount);
  }

  test("monthly_spent shows the ledger's UTC month and the budget's currency in every answer", async () => {
    const everywhere = async (amount: number) => assert.deepEqual(await spent(), Array(6).fill(amount));
    await book('2031-01', 12_000);
    await everywhere(120);
    now = new Date('2031-01-31T23:59:59.999Z');
    await everywhere(120);
    now = new Date('2031-02-01T00:00:00Z');
    await everywhere(0);
    await book('2031-02', 500);
    await everywhere(5);
    await book('2031-02', 700, 'USD');
    await everywhere(0);
  });

  test('412 and written-back memberships use the same month as the read before', async () => {
    const path = `/v1/users/${user.gid}/member_of/${bakery.gid}`;
    const { body, headers } = await manager.get(path);
    assert.equal((await manager.put(path, body, { headers: { 'if-match': headers.get('etag')! } })).status, 204);
  });
});
