import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { faults } from '../faults.ts';
import { finishedProject } from '../fixtures/test-billing.ts';
import { card, page, pathOf, setupBilling, type SetupBilling } from '../fixtures/test-setups.ts';
import { stripeEvent } from '../fixtures/test-stripe.ts';

describe('setUpPaymentSource', () => {
  let billing: SetupBilling;
  before(async () => {
    billing = await setupBilling();
  });
  after(() => billing.stop());

  test('200 with a page for a new customer; the payment method set up there is charged', async () => {
    const manager = await billing.organization({ name: 'Mill Bakery' });
    const opened = await billing.open(manager);
    const minutes = (new Date(opened['expires_at']).getTime() - Date.now()) / 60_000;
    assert.ok(minutes > 55 && minutes <= 60, String(minutes));
    const session = billing.sessionOf(opened);
    assert.deepEqual([session['mode'], session['currency'], session['success_url'], session['cancel_url']], ['setup', 'eur', page, page]);
    const customer = billing.stripe.customers.get(session['customer'])!;
    assert.deepEqual([customer['name'], customer['metadata']], ['Mill Bakery', { partner_ordering_organization: manager }]);
    assert.equal((await billing.admin.get(pathOf(manager))).status, 404);
    await billing.fill(opened);
    const { rid, reference } = await billing.sourceWhen(manager, '4242');
    assert.deepEqual([rid, reference], [customer['id'], null]);
    assert.equal((await billing.state('account', manager))?.has_payment_source, true);
    const receipt = await billing.finish(finishedProject(manager));
    await billing.receiptWhen(receipt['href'], ({ status }) => status === 'paid');
    assert.deepEqual(
      billing.intentsOf(receipt['gid']).map((intent) => intent['customer']),
      [rid],
    );
  });

  test('an existing customer and reference are kept, and the new method is charged', async () => {
    const organization = await billing.organization();
    const customer = billing.stripe.customer('pm_declined');
    await billing.admin.create(pathOf(organization), { rid: customer, reference: 'PO 7', last_digits: '0002' });
    const receipt = await billing.finish(finishedProject(organization, { price: { amount_minor: 25_000, currency: 'USD' } }));
    await billing.receiptWhen(receipt['href'], ({ status }) => status === 'failed');
    const opened = await billing.open(organization, { return_url: `${page}?from=provider`, cancel_url: page });
    const session = billing.sessionOf(opened);
    assert.deepEqual([session['customer'], session['currency'], session['cancel_url']], [customer, 'usd', page]);
    await billing.fill(opened, { id: 'pm_ok', sepa_debit: { last4: '3000' } });
    const { rid, reference } = await billing.sourceWhen(organization, '3000');
    assert.deepEqual([rid, reference], [customer, 'PO 7']);
    await billing.tryAgain(receipt['gid']);
    await billing.receiptWhen(receipt['href'], ({ status }) => status === 'paid');
  });

  test('a customer who was deleted at Stripe or belongs to another organization is replaced', async () => {
    const [owner, other, third] = [await billing.organization(), await billing.organization(), await billing.organization()];
    const rid = billing.stripe.customer('pm_ok');
    await billing.admin.create(pathOf(owner), { rid });
    // These sources come from a time with a provider that cannot be asked.
    for (const [organization, named] of [
      [other, rid],
      [third, 'cus_gone'],
    ])
      await billing.sql(
        `insert into payment_source (organization_gid, gid, created_at, rid, rid_since) select $1, $1, now, $2, now from clock_timestamp() now`,
        organization,
        named,
      );
    for (const organization of [other, third]) {
      const opened = await billing.open(organization);
      const { customer } = billing.sessionOf(opened);
      assert.ok(customer !== rid && customer !== 'cus_gone');
      assert.equal(billing.sessionOf(await billing.open(organization))['customer'], customer, 'a page opened again is for the same one');
      await billing.fill(opened, { id: 'pm_ok', card: { last4: '1881' } });
      assert.equal((await billing.sourceWhen(organization, '1881'))['rid'], customer);
    }
  });

  test('a repeated event changes nothing, neither here nor at Stripe', async () => {
    const organization = await billing.organization();
    const opened = await billing.open(organization);
    const event = billing.complete(opened['url'], card);
    await billing.tell(event);
    const source = await billing.sourceWhen(organization, '4242');
    await billing.settled();
    billing.stripe.setMethod(source['rid'], 'pm_other');
    await billing.tell(event);
    await billing.settled();
    assert.deepEqual(await billing.sourceOf(organization), source);
    assert.equal(billing.stripe.customers.get(source['rid'])!['invoice_settings'].default_payment_method, 'pm_other');
  });

  test('a source is set up even if its reference changes while the page is open', async () => {
    const organization = await billing.organization();
    await billing.admin.create(pathOf(organization), { rid: billing.stripe.customer('pm_ok') });
    const opened = await billing.open(organization);
    await billing.admin.put(pathOf(organization), { reference: 'PO 8' });
    await billing.fill(opened);
    assert.equal((await billing.sourceWhen(organization, '4242'))['reference'], 'PO 8');
  });

  test('lost answers and a lost event only delay the setup', async () => {
    const organization = await billing.organization();
    const opened = await billing.open(organization);
    billing.stripe.loseAnswers('POST /v1/customers/', 3);
    billing.complete(opened['url'], { id: 'pm_ok', customer_balance: {} });
    assert.deepEqual(await billing.sql('select from job where name = $1 and run_at < now()', 'read_setup'), []);
    await billing.sql(`update job set run_at = now() where name = 'read_setup' and key = $1`, billing.sessionOf(opened)['id']);
    await billing.tell(stripeEvent('customer.updated', { object: 'customer', id: 'cus_1' }));
    await billing.sourceWhen(organization, null);
    assert.deepEqual(await billing.sql('select from payment_setup where organization_gid = $1', organization), []);
  });

  test('an event about a page that is open, expired or foreign changes nothing', async () => {
    const organization = await billing.organization();
    const opened = await billing.open(organization);
    const session = billing.sessionOf(opened);
    await billing.tell(stripeEvent('checkout.session.completed', { ...session, id: 'cs_of_somebody_else' }));
    await billing.tell(stripeEvent('checkout.session.completed', session));
    await billing.settled();
    assert.equal((await billing.sql('select from payment_setup where rid = $1', session['id'])).length, 1);
    Object.assign(session, { status: 'expired' });
    await billing.tell(stripeEvent('checkout.session.expired', session));
    await eventually(async () => assert.deepEqual(await billing.sql('select from payment_setup where rid = $1', session['id']), []));
    assert.equal((await billing.admin.get(pathOf(organization))).status, 404);
  });

  test('400 names a return address at another origin', async () => {
    const path = `${pathOf(await billing.organization())}/setup`;
    const url = 'https://partner-ordering.test/';
    for (const wrong of [
      'https://evil.example/',
      '//evil.example/',
      '/console/',
      'javascript:alert(1)',
      'https://partner-ordering.test.evil.example/',
      'https://partner-ordering.test@evil.example/',
      'https://partner-ordering.test:444/',
      'http://partner-ordering.test/',
      'https:\\\\evil.example',
      'https://evil.example\\@partner-ordering.test/',
      'x',
    ])
      for (const [name, body] of [
        ['return_url', { return_url: wrong }],
        ['cancel_url', { return_url: page, cancel_url: wrong }],
      ] as const) {
        const answer = await billing.admin.post(path, body);
        assert.deepEqual([answer.status, answer.body.error.details], [400, [faults.wrong_origin(name, { url })]], wrong);
      }
  });

  test('503 while Stripe does not answer', async () => {
    billing.stripe.loseAnswers('POST /v1/checkout/sessions', 3);
    const { status } = await billing.admin.post(`${pathOf(await billing.organization())}/setup`, { return_url: page });
    assert.equal(status, 503);
  });

  test('getPaymentProvider says that the provider has a setup page', async () => {
    assert.deepEqual((await (await billing.signIn()).get('/v1/payment_provider')).body, { name: 'stripe', has_setup_page: true });
  });
});
