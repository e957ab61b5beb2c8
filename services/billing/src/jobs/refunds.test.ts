import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { requestRefund } from '../domain/refund.ts';
import { stripeBilling, stripeEvent, type StripeBilling } from '../fixtures/test-stripe.ts';

describe('a refund', () => {
  let billing: StripeBilling;
  before(async () => {
    billing = await stripeBilling();
  });
  after(() => billing.stop());

  /** A receipt over EUR 300 that was paid through Stripe. */
  const paidReceipt = async () => {
    const receipt = await billing.charged(billing.stripe.customer('pm_ok'));
    await eventually(async () => (await billing.admin.get(receipt['href'])).body.status === 'paid');
    const intent = [...billing.stripe.intents.values()].find(({ metadata }) => metadata.partner_ordering_receipt === receipt['gid'])!;
    return { gid: receipt['gid'] as string, href: receipt['href'] as string, intent: intent['id'] as string };
  };
  const request = async (receiptGid: string, amountMinor: number, gid = newGid()) => {
    let minor = -1;
    await billing.service.write(async (tx, tools) => void (minor = await requestRefund(tx, tools, { gid, receiptGid, amountMinor })));
    return { gid, minor };
  };
  const state = async (gid: string) =>
    (await billing.service.database.query(sql`select status, failure from refund where gid = ${gid}`))[0];
  const refunded = async (href: string) => (await billing.admin.get(href)).body.payment.refunded.amount as number;

  test('goes back through the provider, shows on the receipt, and is done', async () => {
    const { gid, href } = await paidReceipt();
    const refund = await request(gid, 12_000);
    assert.equal(refund.minor, 12_000);
    await eventually(async () => assert.deepEqual(await state(refund.gid), { status: 'done', failure: null }));
    await eventually(async () => assert.equal(await refunded(href), 120));
    assert.equal((await billing.admin.get(href)).body.status, 'paid');
  });

  test('is made once, also when the answer is lost and Stripe has forgotten its key', async () => {
    const { gid, href } = await paidReceipt();
    const asked = () => billing.stripe.requests.filter((line) => line === 'POST /v1/refunds').length;
    const before = asked();
    billing.stripe.loseAnswers('POST /v1/refunds', 3);
    const refund = await request(gid, 10_000);
    await eventually(() => asked() === before + 3);
    billing.stripe.forgetKeys();
    await eventually(async () => assert.deepEqual(await state(refund.gid), { status: 'done', failure: null }));
    await eventually(async () => assert.equal(await refunded(href), 100));
  });

  test('is never more than what was received and is still there, and nothing of what was paid otherwise', async () => {
    const { gid } = await paidReceipt();
    assert.equal((await request(gid, 20_000)).minor, 20_000);
    assert.equal((await request(gid, 20_000)).minor, 10_000);
    assert.equal((await request(gid, 1)).minor, 0);

    const { href, gid: open } = await billing.charged(billing.stripe.customer('pm_declined'));
    await eventually(async () => (await billing.admin.get(href)).body.status === 'failed');
    assert.equal((await billing.admin.put(href, { status: 'paid' })).status, 204);
    assert.equal((await request(open, 100)).minor, 0);
    assert.equal((await request(newGid(), 100)).minor, 0);
  });

  test('that Stripe refuses has failed, with the reason', async () => {
    const { gid, intent } = await paidReceipt();
    // Nothing has told of it yet.
    billing.stripe.refundAtStripe(intent, 25_000);
    const refund = await request(gid, 30_000);
    const failure = 'The refund is greater than what is left of the charge.';
    await eventually(async () => assert.deepEqual(await state(refund.gid), { status: 'failed', failure }));
  });

  test('that the bank sends back later has failed as soon as an event tells of it', async () => {
    const { gid, href, intent } = await paidReceipt();
    const refund = await request(gid, 30_000);
    await eventually(async () => assert.equal(await refunded(href), 300));
    billing.stripe.failRefund(refund.gid, 'lost_or_stolen_card');
    assert.equal(await billing.send(stripeEvent('refund.failed', { object: 'refund', id: 're_1', payment_intent: intent })), 204);
    await eventually(async () => assert.deepEqual(await state(refund.gid), { status: 'failed', failure: 'lost_or_stolen_card' }));
    await eventually(async () => assert.equal(await refunded(href), 0));
    assert.equal((await request(gid, 30_000)).minor, 30_000);
  });
});
