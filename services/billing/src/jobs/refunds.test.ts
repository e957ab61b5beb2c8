import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { eventually } from '@partner-ordering/testing';
import { stripeBilling, stripeEvent, type Read, type StripeBilling } from '../fixtures/test-stripe.ts';

describe('refunds of surplus payments', () => {
  let billing: StripeBilling;
  before(async () => {
    billing = await stripeBilling();
  });
  after(() => billing.stop());

  const receiptWhen: StripeBilling['receiptWhen'] = (href, holds) => billing.receiptWhen(href, holds);
  const intentOf = (gid: string) => billing.intentsOf(gid)[0]!['id'] as string;
  /** A receipt over EUR 300 that was paid through Stripe. */
  const paidReceipt = async () => {
    const receipt = await billing.charged(billing.stripe.customer('pm_ok'));
    await receiptWhen(receipt['href'], ({ status }) => status === 'paid');
    return receipt;
  };
  /** Credits a net amount, by default all. Answers the gid of the note. */
  const credit = async ({ gid, organization }: Read, amount?: number) => {
    const body = { receipt: { gid }, reason: 'Late', ...(amount !== undefined && { amount: { amount, currency: 'EUR' } }) };
    const href = await billing.admin.create(`/v1/orgs/${organization.gid}/credit_notes`, body);
    return href.split('/').at(-1)!;
  };
  /** Runs `happen` while Stripe works on the first charge of a receipt with this payment method. */
  const whileCharging = async (method: string, happen: (receipt: Read) => Promise<unknown>) => {
    const [began, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    billing.stripe.before = (line) => (line === 'POST /v1/payment_intents' ? (began.resolve(), gate.promise) : undefined);
    const receipt = await billing.charged(billing.stripe.customer(method));
    await began.promise;
    await happen(receipt);
    billing.stripe.before = () => undefined;
    gate.resolve();
    return receipt;
  };
  const refunds = async (receipt: Read) =>
    billing.service.database.query<{ gid: string; minor: number; status: string; failure: string | null }>(
      sql`select gid, amount_minor::int as minor, status, failure from refund where receipt_gid = ${receipt['gid']} order by created_at`,
    );
  const isQueueEmpty = () =>
    eventually(async () =>
      assert.deepEqual(await billing.service.database.query(sql`select name from job where name like '%_payment'`), []),
    );
  const hasIntegrity = async () => assert.deepEqual(await billing.service.checkIntegrity(), []);

  test('a credit note for a paid receipt refunds its total, which the receipt shows', async () => {
    const receipt = await paidReceipt();
    const gid = await credit(receipt, 100);
    const { status } = await receiptWhen(receipt['href'], ({ payment }) => payment.refunded.amount === 120);
    assert.equal(status, 'paid');
    assert.deepEqual(await refunds(receipt), [{ gid, minor: 12_000, status: 'done', failure: null }]);
  });

  test('a refund is made even if its first job ended without a provider', async () => {
    const receipt = await paidReceipt();
    billing.stripe.loseAnswers('POST /v1/refunds', 3);
    await credit(receipt, 100);
    const ended = sql`delete from job where name = 'refund_payment' and attempts > 0 and leased_until is null returning key`;
    await eventually(async () => assert.equal((await billing.service.database.query(ended)).length, 1));
    await billing.runJob('find_receipts_without_jobs');
    await receiptWhen(receipt['href'], ({ payment }) => payment.refunded.amount === 120);
  });

  test('a refund is made once, even if the payment is read again before Stripe answers', async () => {
    const receipt = await paidReceipt();
    const [began, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    billing.stripe.before = (line) => (line === 'POST /v1/refunds' ? (began.resolve(), gate.promise) : undefined);
    const gid = await credit(receipt, 100);
    await began.promise;
    const intent = intentOf(receipt['gid']);
    await billing.send(stripeEvent('payment_intent.succeeded', { object: 'payment_intent', id: intent }));
    await eventually(async () =>
      assert.deepEqual(await billing.service.database.query(sql`select from job where name = 'read_payment' and key = ${intent}`), []),
    );
    billing.stripe.before = () => undefined;
    gate.resolve();
    await isQueueEmpty();
    assert.deepEqual(await refunds(receipt), [{ gid, minor: 12_000, status: 'done', failure: null }]);
    await hasIntegrity();
  });

  test('a part credited while the charge is in flight is refunded', async () => {
    const receipt = await whileCharging('pm_ok', (of) => credit(of, 100));
    const { status, payment } = await receiptWhen(receipt['href'], (of) => of['payment'].refunded.amount === 120);
    assert.deepEqual([status, payment.received.amount], ['paid', 300]);
    assert.equal((await billing.state('receipt', receipt['project'].gid))?.paid?.amount_minor, 30_000);
    await isQueueEmpty();
    assert.deepEqual(await refunds(receipt), [{ gid: receipt['gid'], minor: 12_000, status: 'done', failure: null }]);
    await hasIntegrity();
  });

  test('the whole payment is refunded if all is credited while the charge is in flight', async () => {
    const receipt = await whileCharging('pm_ok', (of) => credit(of));
    const { status, payment } = await receiptWhen(receipt['href'], (of) => of['payment'].refunded.amount === 300);
    assert.deepEqual([status, payment.received.amount], ['paid', 300]);
    await hasIntegrity();
  });

  test('the whole payment is refunded once if the receipt is paid otherwise while the charge is in flight', async () => {
    const receipt = await whileCharging('pm_ok', ({ href }) => billing.admin.put(href, { status: 'paid' }));
    await receiptWhen(receipt['href'], ({ payment }) => payment.refunded.amount === 300);
    await credit(receipt, 100);
    await isQueueEmpty();
    assert.deepEqual(await refunds(receipt), [{ gid: receipt['gid'], minor: 30_000, status: 'done', failure: null }]);
    await hasIntegrity();
  });

  test('a payment that awaits a confirmation is canceled if the receipt is paid otherwise while the charge is in flight', async () => {
    const receipt = await whileCharging('pm_confirm', async ({ href }) => {
      await billing.admin.put(href, { status: 'paid' });
      await isQueueEmpty();
    });
    const { status, payment } = await receiptWhen(receipt['href'], (of) => of['payment'].status === 'canceled');
    assert.deepEqual([status, payment.action_url], ['paid', null]);
    assert.equal(billing.stripe.intents.get(intentOf(receipt['gid']))!['status'], 'canceled');
  });

  test('an amount already refunded at Stripe is not refunded again for a later credit note', async () => {
    const receipt = await paidReceipt();
    const intent = intentOf(receipt['gid']);
    billing.stripe.refundAtStripe(intent, 12_000);
    await billing.send(stripeEvent('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: intent }));
    await receiptWhen(receipt['href'], ({ payment }) => payment.refunded.amount === 120);
    await credit(receipt, 100);
    assert.deepEqual(await refunds(receipt), []);
    const gid = await credit(receipt, 50);
    await receiptWhen(receipt['href'], ({ payment }) => payment.refunded.amount === 180);
    assert.deepEqual(await refunds(receipt), [{ gid, minor: 6_000, status: 'done', failure: null }]);
  });

  test('an amount that a lost dispute took is not refunded', async () => {
    const receipt = await paidReceipt();
    const intent = intentOf(receipt['gid']);
    billing.stripe.dispute(intent, { status: 'lost', amount: 30_000 });
    await billing.send(stripeEvent('charge.dispute.closed', { object: 'dispute', id: 'dp_1', payment_intent: intent }));
    await receiptWhen(receipt['href'], ({ payment }) => payment.dispute !== null);
    await credit(receipt);
    assert.deepEqual(await refunds(receipt), []);
  });

  test('a receipt that was paid otherwise gets no refund', async () => {
    const receipt = await billing.charged(billing.stripe.customer('pm_declined'));
    await receiptWhen(receipt['href'], ({ status }) => status === 'failed');
    assert.equal((await billing.admin.put(receipt['href'], { status: 'paid' })).status, 204);
    await credit(receipt);
    assert.deepEqual(await refunds(receipt), []);
  });

  test('a refund is made once, even if its answer is lost and Stripe has forgotten its key', async () => {
    const receipt = await paidReceipt();
    const refundRequests = () => billing.stripe.requests.filter((line) => line === 'POST /v1/refunds').length;
    const before = refundRequests();
    billing.stripe.loseAnswers('POST /v1/refunds', 3);
    await credit(receipt, 100);
    await eventually(() => refundRequests() === before + 3);
    billing.stripe.forgetKeys();
    await receiptWhen(receipt['href'], ({ payment }) => payment.refunded.amount === 120);
    await isQueueEmpty();
    assert.deepEqual(
      (await refunds(receipt)).map(({ status }) => status),
      ['done'],
    );
  });

  test('a refund that Stripe refuses because of an unreported refund is made again for the rest', async () => {
    const receipt = await paidReceipt();
    billing.stripe.refundAtStripe(intentOf(receipt['gid']), 25_000);
    const gid = await credit(receipt);
    await receiptWhen(receipt['href'], ({ payment }) => payment.refunded.amount === 300);
    await isQueueEmpty();
    assert.deepEqual(await refunds(receipt), [
      { gid, minor: 30_000, status: 'failed', failure: 'The refund is greater than what is left of the charge.' },
      { gid: receipt['gid'], minor: 5_000, status: 'done', failure: null },
    ]);
  });

  test('a refund that the bank returns is made once more, and then left to people', async () => {
    const receipt = await paidReceipt();
    const sendBack = async (refund: string) => {
      await receiptWhen(receipt['href'], ({ payment }) => payment.refunded.amount === 300);
      await isQueueEmpty();
      billing.stripe.failRefund(refund, 'lost_or_stolen_card');
      await billing.send(stripeEvent('refund.failed', { object: 'refund', id: 're_1', payment_intent: intentOf(receipt['gid']) }));
      await eventually(async () => (await refunds(receipt)).some(({ gid, status }) => gid === refund && status === 'failed'));
    };
    await sendBack(await credit(receipt));
    await sendBack(receipt['gid']);
    await isQueueEmpty();
    const failed = { minor: 30_000, status: 'failed', failure: 'lost_or_stolen_card' };
    assert.deepEqual(
      (await refunds(receipt)).map(({ gid: _, ...of }) => of),
      [failed, failed],
    );
    assert.equal((await billing.admin.get(receipt['href'])).body.payment.refunded.amount, 0);
  });
});
