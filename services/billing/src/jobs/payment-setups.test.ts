import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { faults } from '../faults.ts';
import { organizationOf } from '../fixtures/test-billing.ts';
import { card, page, pathOf, setupBilling, type SetupBilling } from '../fixtures/test-setups.ts';
import { stripeEvent, type Read } from '../fixtures/test-stripe.ts';

describe('payment methods set up on a page of the provider', () => {
  let billing: SetupBilling;
  before(async () => {
    billing = await setupBilling();
  });
  after(() => billing.stop());

  /** Holds the next request with this beginning until `work` ends. */
  const during = async (beginning: string, work: () => Promise<unknown>): Promise<void> => {
    const held = Promise.withResolvers<void>();
    const begun = new Promise<void>((resolve) => {
      billing.stripe.before = (line) => {
        if (!line.startsWith(beginning)) return undefined;
        billing.stripe.before = () => undefined;
        resolve();
        return held.promise;
      };
    });
    await begun;
    await work();
    held.resolve();
  };
  const rows = (organization: string) => billing.sql('select from payment_setup where organization_gid = $1', organization);
  const customer = () => billing.stripe.customer('pm_ok');

  test('a completed page changes nothing, here or at Stripe, if a newer change overtakes its reading', async () => {
    const ways: [string, (organization: string, manager: string) => Promise<unknown>][] = [
      ['a newer page', async (of) => (await billing.fill(await billing.open(of)), billing.sourceWhen(of, '4242'))],
      ['another source', (of) => billing.admin.put(pathOf(of), { rid: customer() })],
      ['no source', (of) => billing.admin.delete(pathOf(of))],
      ['no manager', (_, gid) => billing.signIn({ gid })],
      [
        'disabled',
        (of, gid) =>
          billing.follow({
            type: 'principal',
            key: gid,
            state: { roles: ['user'], is_enabled: false, memberships: [{ organization: of, is_manager: true }] },
          }),
      ],
      ['closed', (of) => billing.follow({ type: 'organization', key: of, state: organizationOf(of, { is_deleted: true }) })],
    ];
    for (const [way, change] of ways) {
      const organization = await billing.organization();
      const manager = await billing.signIn({ manages: [organization] });
      const rid = customer();
      await billing.admin.create(pathOf(organization), { rid, last_digits: '0001' });
      const opened = await billing.open(organization, { return_url: page }, manager);
      const reading = during(`GET /v1/checkout/sessions/${billing.sessionOf(opened)['id']}`, () => change(organization, manager.gid));
      await billing.fill(opened, { id: 'pm_late', card: { last4: '9999' } });
      await reading;
      await billing.settled();
      assert.equal(billing.methodOf(rid), 'pm_ok', way);
      assert.deepEqual(
        await billing.sql(`select from payment_source where organization_gid = $1 and last_digits = '9999'`, organization),
        [],
        way,
      );
      assert.deepEqual(await rows(organization), [], way);
    }
  });

  test("a method is charged if the page's opener still is a manager, even after a newer page was opened", async () => {
    const organization = await billing.organization();
    const manager = await billing.signIn({ manages: [organization] });
    const [older, newer] = [await billing.open(organization, { return_url: page }, manager), await billing.open(organization)];
    await billing.fill(older);
    const { rid } = await billing.sourceWhen(organization, '4242');
    await billing.fill(newer, { id: 'pm_new', card: { last4: '1881' } });
    assert.equal((await billing.sourceWhen(organization, '1881'))['rid'], rid);
    await eventually(async () => assert.equal(billing.methodOf(rid), 'pm_new'));
  });

  test('a new method replaces the previous one, which Stripe detaches unless others made the customer', async () => {
    const [organization, other] = [await billing.organization(), await billing.organization()];
    const { checkout } = billing.stripe;
    for (const [id, last4] of ['pm_first', 'pm_second', 'pm_third'].map((id, index) => [id, `111${index}`])) {
      await billing.fill(await billing.open(organization), { id, card: { last4 } });
      await billing.sourceWhen(organization, last4!);
      if (id === 'pm_second') await eventually(async () => assert.ok(checkout.detached.has('pm_first')));
      // Somebody has already detached it at Stripe.
      if (id === 'pm_second') checkout.detached.add(id);
      await billing.settled();
    }
    await eventually(async () => assert.deepEqual(await billing.sql(`select from job where name = 'detach_payment_method'`), []));
    const rid = billing.stripe.customer('pm_own');
    await billing.admin.create(pathOf(other), { rid });
    await billing.fill(await billing.open(other), { id: 'pm_page', card: { last4: '1113' } });
    await eventually(async () => assert.equal(billing.methodOf(rid), 'pm_page'));
    await billing.settled();
    assert.equal(checkout.detached.has('pm_own'), false);
  });

  test('400 for another organization that names the customer of an open page', async () => {
    const { customer: rid } = billing.sessionOf(await billing.open(await billing.organization()));
    billing.stripe.setMethod(rid, 'pm_ok');
    const { status, body } = await billing.admin.post(pathOf(await billing.organization()), { rid });
    assert.deepEqual([status, body.error.details], [400, [faults.belongs_to_another_organization('rid')]]);
  });

  test('a page uses the customer that is named while the page opens', async () => {
    const organization = await billing.organization();
    const [rid, named] = [customer(), customer()];
    await billing.admin.create(pathOf(organization), { rid });
    const change = during('POST /v1/checkout/sessions', () => billing.admin.put(pathOf(organization), { rid: named }));
    const opened = await billing.open(organization);
    await change;
    assert.equal(billing.sessionOf(opened)['customer'], named);
  });

  test('an organization has one customer, whether pages open at once or days after one expired', async () => {
    const organization = await billing.organization();
    const both: Read[] = [];
    const open = async () => void both.push(await billing.open(organization));
    await Promise.all([during('POST /v1/checkout/sessions', open), open()]);
    for (const opened of both) {
      const session = Object.assign(billing.sessionOf(opened), { status: 'expired' });
      await billing.tell(stripeEvent('checkout.session.expired', session));
    }
    await eventually(async () => assert.deepEqual(await rows(organization), []));
    billing.stripe.forgetKeys();
    const customers = [...both, await billing.open(organization)].map((opened) => billing.sessionOf(opened)['customer']);
    assert.equal(new Set(customers).size, 1);
  });

  test('a page is read again after an early event, until it is certainly closed', async () => {
    const organization = await billing.organization();
    const opened = await billing.open(organization);
    const session = billing.sessionOf(opened);
    const readAgain = () =>
      billing.sql(`update job set run_at = now() where name = 'read_setup' and key = $1 returning key`, session['id']);
    await billing.tell(stripeEvent('checkout.session.completed', session));
    await billing.settled();
    billing.complete(opened['url'], card);
    assert.equal((await readAgain()).length, 1);
    await billing.tell(stripeEvent('customer.updated', { object: 'customer', id: 'cus_1' }));
    await billing.tell(stripeEvent('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_1' }));
    await billing.sourceWhen(organization, '4242');
    const never = billing.sessionOf(await billing.open(organization));
    await billing.sql(`update payment_setup set created_at = created_at - interval '121 minutes' where rid = $1`, never['id']);
    await billing.tell(stripeEvent('checkout.session.completed', never));
    await eventually(async () => assert.deepEqual(await rows(organization), []));
  });

  test('the work for a completed page ends if Stripe no longer knows the page or the customer', async () => {
    const [organization, other] = [await billing.organization(), await billing.organization()];
    const opened = await billing.open(organization);
    const event = billing.complete(opened['url'], card);
    billing.stripe.checkout.sessions.delete(opened['url']);
    await billing.tell(event);
    await eventually(async () => assert.deepEqual(await rows(organization), []));
    const late = await billing.open(other);
    billing.stripe.customers.delete(billing.sessionOf(late)['customer']);
    await billing.fill(late);
    await billing.sourceWhen(other, '4242');
    await eventually(async () => assert.deepEqual(await billing.sql(`select from job where name = 'set_payment_method'`), []));
  });

  test('400 for the eleventh open page of an organization', async () => {
    const organization = await billing.organization();
    for (let count = 0; count < 10; count++) await billing.open(organization);
    const { status, body } = await billing.admin.post(`${pathOf(organization)}/setup`, { return_url: page });
    assert.deepEqual([status, body.error.details], [400, [faults.too_many_setup_pages('payment_source', { max: 10 })]]);
  });
});
