import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually, recordOutbox } from '@partner-ordering/testing';
import { faults } from '../faults.ts';
import { finishedProject } from '../fixtures/test-billing.ts';
import { stripeBilling, stripeEvent, type StripeBilling } from '../fixtures/test-stripe.ts';

describe('Stripe', () => {
  let billing: StripeBilling;
  before(async () => {
    billing = await stripeBilling();
  });
  after(() => billing.stop());

  const receiptWhen: StripeBilling['receiptWhen'] = (href, holds) => billing.receiptWhen(href, holds);
  const intentsOf = (gid: string) => billing.intentsOf(gid);
  const sql = <Row extends object>(text: string, ...values: unknown[]) => billing.service.database.query<Row>({ text, values });
  const tryAgain = (gid: string) => billing.tryAgain(gid);

  test("Stripe charges the customer's default payment method, and the receipt shows the received amount", async () => {
    const { gid, href } = await billing.charged(billing.stripe.customer('pm_ok'));
    const { payment, failure, paid_at } = await receiptWhen(href, ({ status }) => status === 'paid');
    assert.ok(paid_at);
    const zero = { amount: 0, currency: 'EUR' };
    assert.deepEqual(payment, {
      status: 'paid',
      attempts: 1,
      next_attempt_at: null,
      action_url: null,
      received: { amount: 300, currency: 'EUR' },
      refunded: zero,
      dispute: null,
    });
    assert.equal(failure, null);
    assert.deepEqual(
      intentsOf(gid).map(({ amount, currency, status }) => [amount, currency, status]),
      [[30_000, 'eur', 'succeeded']],
    );
  });

  test('400 names a payment source that cannot be charged, when it is added and when it is changed', async () => {
    const path = `/v1/orgs/${await billing.organization()}/payment_source`;
    const wrong = {
      manual: faults.not_a_customer_id,
      cus_unknown: faults.customer_not_found,
      [billing.stripe.customer(null)]: faults.no_default_payment_method,
    };
    for (const [rid, fault] of Object.entries(wrong)) {
      const { status, body } = await billing.admin.post(path, { rid });
      assert.deepEqual([status, body.error.details], [400, [fault('rid')]]);
    }
    assert.equal((await billing.admin.post(path, { rid: billing.stripe.customer('pm_ok') })).status, 201);
    assert.equal((await billing.admin.put(path, { rid: 'cus_unknown' })).status, 400);
    assert.equal((await billing.admin.put(path, { reference: 'PO 1' })).status, 204);
  });

  test('400 names a payment source that another organization has or had, even if both add it at once', async () => {
    const [one, other, third] = [await billing.organization(), await billing.organization(), await billing.organization()];
    const path = (organization: string) => `/v1/orgs/${organization}/payment_source`;
    const rid = billing.stripe.customer('pm_ok');
    const refused = faults.belongs_to_another_organization('rid');
    assert.equal((await billing.admin.post(path(one), { rid })).status, 201);
    const answer = await billing.admin.post(path(other), { rid });
    assert.deepEqual([answer.status, answer.body.error.details], [400, [refused]]);
    assert.equal((await billing.admin.delete(path(one))).status, 204);
    assert.equal((await billing.admin.post(path(other), { rid: billing.stripe.customer('pm_ok') })).status, 201);
    const changed = await billing.admin.put(path(other), { rid });
    assert.deepEqual([changed.status, changed.body.error.details], [400, [refused]]);
    assert.equal((await billing.admin.post(path(one), { rid })).status, 201);

    const next = billing.stripe.customer('pm_ok');
    const both = await Promise.all([one, third].map((organization) => billing.admin.post(path(organization), { rid: next })));
    assert.deepEqual(both.map(({ status }) => status).toSorted(), [201, 400]);
  });

  test('a receipt is not charged to a payment source of another organization that was added while nothing was charged', async () => {
    const rid = billing.stripe.customer('pm_ok');
    const [owner, other] = [await billing.organization(), await billing.organization()];
    // The source comes from a time with a provider that cannot be asked.
    for (const organization of [owner, other])
      await sql(
        `insert into payment_source (organization_gid, gid, created_at, rid, rid_since) select $1, $1, now, $2, now from clock_timestamp() now`,
        organization,
        rid,
      );
    const receipt = await billing.finish(finishedProject(other));
    const { failure, failure_code, payment } = await receiptWhen(receipt['href'], ({ status }) => status === 'failed');
    const foreign = ['The payment source belongs to another organization.', 'belongs_to_another_organization'];
    assert.deepEqual([failure, failure_code], foreign);
    assert.deepEqual([payment.status, payment.attempts, payment.next_attempt_at !== null], ['failed', 1, true]);
    await tryAgain(receipt['gid']);
    await receiptWhen(receipt['href'], (of) => of['payment'].attempts === 2);
    assert.deepEqual(intentsOf(receipt['gid']), []);
    const own = await billing.finish(finishedProject(owner));
    await receiptWhen(own['href'], ({ status }) => status === 'paid');
  });

  test('a payment source belongs to the organization that has named it longest, not to an older source changed to it', async () => {
    const path = (organization: string) => `/v1/orgs/${organization}/payment_source`;
    const rid = billing.stripe.customer('pm_ok');
    const [older, owner] = [await billing.organization(), await billing.organization()];
    await billing.admin.create(path(older), { rid: billing.stripe.customer('pm_ok') });
    await billing.admin.create(path(owner), { rid });
    // A source that was named while the provider could not be asked has no owner.
    await sql('update payment_source set rid = $2 where organization_gid = $1', owner, newGid());
    await sql('delete from payment_source_owner where rid = $1', rid);
    assert.equal((await billing.admin.put(path(older), { rid })).status, 204);
    await sql('update payment_source set rid = $2 where organization_gid = $1', owner, rid);
    await sql('delete from payment_source_owner where rid = $1', rid);
    assert.equal((await billing.admin.put(path(owner), { reference: 'PO 7' })).status, 204);
    const receipt = await billing.finish(finishedProject(older));
    const { failure } = await receiptWhen(receipt['href'], ({ status }) => status === 'failed');
    assert.equal(failure, 'The payment source belongs to another organization.');
    const own = await billing.finish(finishedProject(owner));
    await receiptWhen(own['href'], ({ status }) => status === 'paid');
  });

  test("the statement in docs/operators/configuration.md forgets a payment source's owner, unless a receipt or an organization names it", async () => {
    const document = await readFile(new URL('../../../../docs/operators/configuration.md', import.meta.url), 'utf8');
    const statement = /^delete from payment_source_owner [^;]+;$/m.exec(document)![0];
    const [one, other] = [await billing.organization(), await billing.organization()];
    const path = (organization: string) => `/v1/orgs/${organization}/payment_source`;
    const rid = billing.stripe.customer('pm_ok');
    const release = () => sql(statement.replaceAll('cus_…', rid));
    await billing.admin.create(path(one), { rid });
    await release();
    assert.equal((await billing.admin.post(path(other), { rid })).status, 400);
    await billing.admin.delete(path(one));
    assert.equal((await billing.admin.post(path(other), { rid })).status, 400);
    await release();
    assert.equal((await billing.admin.post(path(other), { rid })).status, 201);
    await billing.finish(finishedProject(other));
    await billing.admin.delete(path(other));
    await release();
    assert.equal((await billing.admin.post(path(one), { rid })).status, 400);
  });

  test('a decline is shown with its reason, published, and tried again after 1, 3, 5 and 7 days', async () => {
    const outbox = await recordOutbox(billing.service.database);
    const { gid, href } = await billing.charged(billing.stripe.customer('pm_declined'));
    const failed = await receiptWhen(href, ({ status }) => status === 'failed');
    const { failure, failure_code, failure_params } = failed;
    const provider_message = 'Your card was declined.';
    assert.deepEqual([failure, failure_code, failure_params], [provider_message, 'card_declined', { provider_message }]);
    const fact = (await outbox()).find(({ event }) => event.type === 'receipt.charge_failed')!.event.data as {
      gid: string;
      payload: string;
    };
    assert.deepEqual([fact.gid, (JSON.parse(fact.payload) as { receipt: unknown }).receipt], [gid, failed]);
    const days = async () =>
      (
        await sql<{ days: number }>(
          `select round(extract(epoch from next_attempt_at - now()) / 86400)::int as days from payment where receipt_gid = $1`,
          gid,
        )
      )[0]?.days;
    for (const [attempt, pause] of [1, 3, 5, 7].entries()) {
      await receiptWhen(href, ({ payment }) => payment.attempts === attempt + 1);
      assert.equal(await days(), pause);
      await tryAgain(gid);
    }
    const last = await receiptWhen(href, ({ payment }) => payment.attempts === 5);
    assert.equal(last['payment'].next_attempt_at, null);
    await billing.runJob('find_receipts_without_jobs');
    assert.equal(intentsOf(gid).length, 1);
  });

  test('a declined charge is paid by the next attempt with another payment method and the same intent', async () => {
    const customer = billing.stripe.customer('pm_declined');
    const { gid, href } = await billing.charged(customer);
    await receiptWhen(href, ({ status }) => status === 'failed');
    billing.stripe.setMethod(customer, 'pm_ok');
    await tryAgain(gid);
    const paid = await receiptWhen(href, ({ status }) => status === 'paid');
    assert.deepEqual([paid['failure'], paid['payment'].attempts, intentsOf(gid).length], [null, 2, 1]);
  });

  test('a charge that awaits a confirmation keeps its link and is not attempted again; the confirmation pays it', async () => {
    const { gid, href } = await billing.charged(billing.stripe.customer('pm_confirm'));
    const { payment: asked } = await receiptWhen(href, ({ status }) => status === 'failed');
    const [intent] = intentsOf(gid);
    const posts = () => billing.stripe.requests.filter((line) => line.startsWith('POST')).length;
    const before = posts();
    for (const attempts of [2, 3]) {
      await tryAgain(gid);
      const waiting = await receiptWhen(href, ({ payment }) => payment.attempts === attempts);
      assert.deepEqual(
        [waiting['status'], waiting['payment'].status, waiting['payment'].action_url],
        ['failed', 'failed', asked.action_url],
      );
    }
    assert.equal(posts(), before);

    billing.stripe.change(intent!['id'], { status: 'succeeded', amount_received: 30_000, next_action: null });
    const confirmed = stripeEvent('payment_intent.succeeded', { object: 'payment_intent', id: intent!['id'] });
    assert.equal(await billing.send(confirmed), 204);
    const { failure, payment, number } = await receiptWhen(href, ({ status }) => status === 'paid');
    assert.deepEqual([failure, payment.action_url, payment.next_attempt_at, payment.received.amount], [null, null, null, 300]);
    await tryAgain(gid);
    await eventually(async () => assert.deepEqual(await sql('select from job where key = $1', gid), []));
    assert.deepEqual([posts(), intentsOf(gid).length], [before, 1]);
    assert.deepEqual(
      (await billing.service.checkIntegrity()).filter(({ rows }) => JSON.stringify(rows).includes(number)),
      [],
    );
  });

  test('the next attempt finds a confirmed payment without an event and charges nothing', async () => {
    const { gid, href } = await billing.charged(billing.stripe.customer('pm_confirm'));
    await receiptWhen(href, ({ status }) => status === 'failed');
    const [intent] = intentsOf(gid);
    const posts = () => billing.stripe.requests.filter((line) => line.startsWith('POST')).length;
    const before = posts();
    billing.stripe.change(intent!['id'], { status: 'succeeded', amount_received: 30_000, next_action: null });
    await tryAgain(gid);
    const paid = await receiptWhen(href, ({ status }) => status === 'paid');
    assert.deepEqual([paid['failure'], paid['payment'].action_url, paid['payment'].received.amount], [null, null, 300]);
    assert.deepEqual([posts(), intentsOf(gid).length], [before, 1]);
  });

  test('a payment that Stripe has not decided leaves the receipt open, and no other is made', async () => {
    const { gid, href } = await billing.charged(billing.stripe.customer('pm_processing'));
    const open = await eventually(async () => intentsOf(gid).length > 0 && receiptWhen(href, ({ payment }) => payment !== null));
    assert.deepEqual([open['status'], open['payment'].status], ['open', 'pending']);
    await tryAgain(gid);
    await eventually(async () => assert.deepEqual(await sql('select from job where key = $1', gid), []));
    const [intent, ...more] = intentsOf(gid);
    assert.deepEqual(more, []);
    billing.stripe.change(intent!['id'], { status: 'succeeded', amount_received: 30_000 });
    await tryAgain(gid);
    await receiptWhen(href, ({ status }) => status === 'paid');
  });

  test('a charge whose answer was lost is found and not repeated, even if Stripe has forgotten its key', async () => {
    const requestCount = () => billing.stripe.requests.filter((line) => line === 'POST /v1/payment_intents').length;
    const before = requestCount();
    // Stripe's own client repeats the request twice.
    billing.stripe.loseAnswers('POST /v1/payment_intents', 3);
    const { gid, href } = await billing.charged(billing.stripe.customer('pm_ok'));
    await eventually(() => requestCount() === before + 3);
    billing.stripe.forgetKeys();
    await receiptWhen(href, ({ status }) => status === 'paid');
    const amounts = intentsOf(gid).map(({ amount_received: amount }) => amount);
    assert.equal(amounts.length, 1, String(amounts));
  });

  test('a payment that was canceled at Stripe is made again by the next attempt', async () => {
    const customer = billing.stripe.customer('pm_declined');
    const { gid, href } = await billing.charged(customer);
    await receiptWhen(href, ({ status }) => status === 'failed');
    const [canceled] = intentsOf(gid);
    billing.stripe.change(canceled!['id'], { status: 'canceled' });
    const event = stripeEvent('payment_intent.canceled', { object: 'payment_intent', id: canceled!['id'] });
    await billing.send(event);
    const failed = await receiptWhen(href, ({ payment }) => payment.status === 'canceled');
    assert.equal(failed['failure'], 'The payment was canceled at the payment provider.');
    billing.stripe.setMethod(customer, 'pm_ok');
    await tryAgain(gid);
    await receiptWhen(href, ({ status }) => status === 'paid');
    assert.deepEqual(
      intentsOf(gid).map(({ status }) => status),
      ['canceled', 'succeeded'],
    );
    await billing.send(stripeEvent('payment_intent.canceled', { object: 'payment_intent', id: canceled!['id'] }));
    await eventually(async () => assert.deepEqual(await sql('select from job where name = $1', 'read_payment'), []));
    assert.equal((await billing.admin.get(href)).body.payment.status, 'paid');
  });

  for (const [what, changes, ...failure] of [
    [
      'less than is owed',
      { amount_received: 20_000 },
      'The payment provider has received only 200 EUR.',
      'received_too_little',
      { amount: 200, currency: 'EUR' },
    ],
    [
      'another currency',
      { amount_received: 40_000, currency: 'usd' },
      'The payment provider has received 400 USD, but EUR is owed.',
      'received_other_currency',
      { amount: 400, currency: 'USD', owed_currency: 'EUR' },
    ],
  ] as const)
    test(`a payment of ${what} fails the integrity checks until an admin marks the receipt as paid`, async () => {
      const { gid, href } = await billing.charged(billing.stripe.customer('pm_processing'));
      const [intent] = await eventually(async () => {
        const recorded = await sql('select from payment where receipt_gid = $1 and rid is not null', gid);
        return recorded.length > 0 && intentsOf(gid);
      });
      billing.stripe.change(intent!['id'], { status: 'succeeded', ...changes });
      await billing.send(stripeEvent('payment_intent.succeeded', { object: 'payment_intent', id: intent!['id'] }));
      const failed = await receiptWhen(href, ({ status }) => status === 'failed');
      assert.deepEqual([failed['failure'], failed['failure_code'], failed['failure_params']], failure);
      assert.equal(failed['payment'].next_attempt_at, null);
      const found = async () => (await billing.service.checkIntegrity()).flatMap(({ rule, rows }) => rows.map((row) => [rule, row]));
      assert.ok(JSON.stringify(await found()).includes(failed['number']));
      assert.equal((await billing.admin.put(href, { status: 'paid' })).status, 204);
      await eventually(async () => assert.deepEqual(await sql(`select name from job where name like '%_payment'`), []));
      assert.ok(!JSON.stringify(await found()).includes(failed['number']));
      await billing.send(stripeEvent('payment_intent.succeeded', { object: 'payment_intent', id: intent!['id'] }));
      await eventually(async () => assert.deepEqual(await sql(`select name from job where name like '%_payment'`), []));
      assert.ok(!JSON.stringify(await found()).includes(failed['number']));
      const { payment } = (await billing.admin.get(href)).body;
      const currency = ('currency' in changes ? changes.currency : 'eur').toUpperCase();
      assert.deepEqual(payment.received, { amount: changes.amount_received / 100, currency });
      assert.deepEqual(payment.refunded, { amount: 0, currency });
    });

  test('refunds and disputes made at Stripe show on the receipt', async () => {
    const { gid, href } = await billing.charged(billing.stripe.customer('pm_ok'));
    await receiptWhen(href, ({ status }) => status === 'paid');
    const [intent] = intentsOf(gid);
    const of = { payment_intent: intent!['id'] };
    billing.stripe.refundAtStripe(intent!['id'], 5_000);
    await billing.send(stripeEvent('charge.refunded', { object: 'charge', id: 'ch_1', ...of }));
    await receiptWhen(href, ({ payment }) => payment.refunded.amount === 50);

    billing.stripe.dispute(intent!['id'], { status: 'needs_response', amount: 25_000 });
    await billing.send(stripeEvent('charge.dispute.created', { object: 'dispute', id: 'dp_1', ...of }));
    const { payment } = await receiptWhen(href, (receipt) => receipt['payment'].dispute !== null);
    assert.deepEqual(payment.dispute, { status: 'open', reason: 'fraudulent', amount: { amount: 250, currency: 'EUR' } });
    billing.stripe.dispute(intent!['id'], { status: 'lost' });
    await billing.send(stripeEvent('charge.dispute.closed', { object: 'dispute', id: 'dp_1', ...of }));
    const lost = await receiptWhen(href, (receipt) => receipt['payment'].dispute.status === 'lost');
    assert.equal(lost['status'], 'paid');
  });

  test('400 for events that are unsigned, signed with another secret, or older than five minutes; 404 for other providers', async () => {
    const event = stripeEvent('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_1' });
    assert.equal(await billing.send(event, { secret: 'whsec_other' }), 400);
    assert.equal(await billing.send(event, { at: new Date(Date.now() - 310_000) }), 400);
    assert.equal(await billing.send(event, { at: new Date(Date.now() - 290_000) }), 204);
    const { status, body } = await billing.anonymous.post('/v1/p/payment_events/stripe', event);
    assert.deepEqual([status, body.error.details[0].path], [400, 'Stripe-Signature']);
    assert.equal((await billing.anonymous.post('/v1/p/payment_events/manual', event)).status, 404);
    assert.equal((await billing.anonymous.post('/v1/p/payment_events/stripe', { type: 'x' })).status, 400);
  });

  test('204 for an event about a foreign payment, which is not recorded', async () => {
    const { gid, href } = await billing.charged(billing.stripe.customer('pm_ok'));
    await receiptWhen(href, ({ status }) => status === 'paid');
    billing.stripe.intents.set('pi_other', { ...intentsOf(gid)[0], id: 'pi_other', metadata: {} });
    assert.equal(await billing.send(stripeEvent('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_other' })), 204);
    await eventually(async () => assert.deepEqual(await sql('select from job where name = $1', 'read_payment'), []));
    assert.deepEqual(await sql('select from payment where rid = $1', 'pi_other'), []);
  });

  test('an event before the recording of its charge makes the receipt paid once', async () => {
    const customer = billing.stripe.customer('pm_ok');
    const held = Promise.withResolvers<void>();
    billing.stripe.before = (line) => (line === 'POST /v1/payment_intents' ? held.promise : undefined);
    const { gid, href, project } = await billing.charged(customer);
    const id = `pi_early_${newGid().slice(-6)}`;
    const metadata = { partner_ordering_project: project.gid };
    // Stripe makes the payment and sends its event before it answers.
    billing.stripe.intents.set(id, {
      id,
      object: 'payment_intent',
      customer,
      amount: 30_000,
      amount_received: 30_000,
      currency: 'eur',
      status: 'succeeded',
      metadata,
      last_payment_error: null,
      next_action: null,
      created: Math.floor(Date.now() / 1000),
      charge_id: 'ch_9',
    });
    await billing.send(stripeEvent('payment_intent.succeeded', { object: 'payment_intent', id }));
    await receiptWhen(href, ({ status }) => status === 'paid');
    billing.stripe.before = () => undefined;
    held.resolve();
    await eventually(async () => assert.deepEqual(await sql('select from job where key = $1', gid), []));
    const facts = await sql<{ count: number }>(`select count(*)::int as count from payment where receipt_gid = $1 and rid = $2`, gid, id);
    assert.deepEqual(facts, [{ count: 1 }]);
    assert.equal((await billing.admin.get(href)).body.status, 'paid');
  });
});
