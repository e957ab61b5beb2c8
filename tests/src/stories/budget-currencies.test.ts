import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import { findOffer, orderOf, type Offer } from '../orders.ts';
import { startTestSystem } from '../system.ts';
import { demoGids, type TestSystem } from '../test-system.ts';

const organization: string = demoGids.harbourBakery;
const usd = (amount: number) => ({ amount, currency: 'USD' });
const eur = (amount: number) => ({ amount, currency: 'EUR' });

/** Harbour Bakery is priced in EUR, but for one configuration, and has a member with a budget in USD. The steps stand on each other. */
describe('a budget in another currency than most prices', () => {
  let system: TestSystem;
  let admin: ApiClient;
  let manager: ApiClient;
  let member: ApiClient;
  let gid: string;
  let inEuros: Offer;
  let inDollars: Offer;
  before(async () => {
    system = await startTestSystem();
    [admin, manager] = [await system.signIn('admin@example.com'), await system.signIn('manager@example.com')];
    inEuros = await findOffer(manager);
    assert.ok(inEuros.amount < 800, 'it would fit if its currency were the same');
    inDollars = { ...(await findOffer(manager, { mode: 'solo' })), amount: 500, currency: 'USD' };
    await admin.api.updatePrice(await priceOf(inDollars), { amount: inDollars.amount, currency: inDollars.currency });
    const person = { email: 'dollars@example.com', firstname: 'Robin', lastname: 'Reed' };
    ({ gid } = await admin.api.createUser({ ...person, member_of: [{ organization: { gid: organization }, monthly_budget: usd(800) }] }));
    await system.setPassword(gid);
    member = await system.signIn(person.email);
  });
  after(() => system?.stop());

  /** Gid of the price that the organization has for it. */
  async function priceOf({ product, options }: Offer): Promise<string> {
    const prices = admin.api.listPrices({ where: (of) => of.product.gid.eq(product).and(of.organization.gid.eq(organization)) });
    for await (const price of prices) if (price.options.mode === options.mode && price.options.due === options.due) return price.gid;
    throw new Error('there is no such price');
  }

  const publish = async (offer: Offer): Promise<{ gid: string; state: string }> => {
    const made = await eventually(() => member.api.createProject(orderOf(offer, { state: 'published' })));
    return { gid: made.gid, state: (await member.api.getProject(made.gid)).state };
  };

  /** Resolves when the membership, the budget and the manager's list of budgets all say that this was spent this month. */
  const isSpent = (spent: object) =>
    eventually(async () => {
      const [membership, budget, { items }] = await Promise.all([
        manager.api.getMembership(gid, organization),
        member.api.getMemberBudget(gid, organization),
        manager.api.listOrganizationBudgets(organization, { where: (of) => of.user.gid.eq(gid) }),
      ]);
      for (const shown of [membership, budget, items[0]!]) assert.deepEqual(shown.monthly_spent, spent);
    });

  test('takes what costs its currency, up to the limit, and has everything else approved; all services say the same of it', async () => {
    assert.equal((await publish(inDollars)).state, 'published');
    await isSpent(usd(500));
    assert.equal((await publish(inDollars)).state, 'require_approval');
    const other = await publish(inEuros);
    assert.equal(other.state, 'require_approval');
    await manager.api.updateProject(other.gid, { state: 'published' });
    assert.equal((await member.api.getProject(other.gid)).state, 'published');
    const { months, waiting_approvals: waiting } = await member.api.getMemberBudget(gid, organization);
    assert.deepEqual(waiting, { count: 1, amounts: [usd(500)] });
    assert.deepEqual(months.map(({ spent }) => spent), [eur(inEuros.amount), usd(500)]); // prettier-ignore
    await isSpent(usd(500));
  });

  test('that gets another currency shows what was spent in that one this month', async () => {
    await manager.api.updateMembership(gid, organization, { monthly_budget: eur(inEuros.amount) });
    await isSpent(eur(inEuros.amount));
    assert.equal((await publish(inEuros)).state, 'require_approval');
    for (const { checkBooks } of Object.values(system.services)) assert.deepEqual(await checkBooks(), []);
  });
});
