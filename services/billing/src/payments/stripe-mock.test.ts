import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import Stripe from 'stripe';
import { startStripeMock, type StripeMock } from '../fixtures/stripe-mock.ts';
import type { PaymentProvider } from './provider.ts';
import { stripePayments } from './stripe.ts';

describe("requests to stripe-mock, which checks them against Stripe's specification", () => {
  let mock: StripeMock | undefined;
  let provider: PaymentProvider;
  before(async () => {
    mock = await startStripeMock();
    const account = { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', returnUrl: 'https://partner-ordering.test' };
    if (mock) provider = stripePayments({ ...account, apiUrl: mock.url });
  });
  after(() => mock?.stop());

  const charge = {
    project: newGid(),
    source: 'cus_1',
    amountMinor: 30_000,
    currency: 'EUR',
    description: 'R2026-000001',
    attempt: 1,
    payment: null,
    since: new Date(),
  };
  /** Skips the test without stripe-mock, which needs Go. */
  const unlessMissing = (context: { skip(message: string): void }): boolean => {
    if (!mock) context.skip('needs Go');
    return mock !== undefined;
  };

  test('the request for a charge is valid', async (context) => {
    if (!unlessMissing(context)) return;
    const outcome = await provider.charge!(charge);
    assert.match(outcome.rid ?? `${outcome.failure}`, /^pi_/);
  });

  test('the request for another attempt is valid', async (context) => {
    if (!unlessMissing(context)) return;
    const outcome = await provider.charge!({ ...charge, attempt: 2, payment: 'pi_1' });
    assert.match(outcome.rid ?? `${outcome.failure}`, /^pi_/);
  });

  test('the request for a charge that the bank wants confirmed is valid and gives a link to act', async (context) => {
    if (!unlessMissing(context)) return;
    mock!.asksPayer = true;
    const outcome = await provider.charge!({ ...charge, project: newGid() });
    mock!.asksPayer = false;
    assert.deepEqual([outcome.status, outcome.actionUrl], ['failed', 'https://hooks.stripe.test/confirm']);
  });

  test('the requests to check a payment source and to read, cancel and refund a payment are valid', async (context) => {
    if (!unlessMissing(context)) return;
    const api = provider.api!;
    assert.equal(await api.sourceFault('cus_1'), undefined);
    for (const answer of [await api.read('pi_1'), await api.cancel('pi_1')]) assert.match(answer?.report.rid ?? '', /^pi_/);
    const gid = newGid();
    const refund = await api.refund({ gid, payment: 'pi_1', amountMinor: 100, currency: 'EUR' });
    assert.deepEqual([refund.gid, refund.status], [gid, 'done']);
  });

  test('the requests for a setup page and its payment method are valid', async (context) => {
    if (!unlessMissing(context)) return;
    const urls = { returnUrl: 'https://partner-ordering.test/a', cancelUrl: 'https://partner-ordering.test/b' };
    const order = { organization: { gid: newGid(), name: 'Harbour Bakery' }, currency: 'EUR', expiresAt: new Date(), ...urls };
    for (const source of [null, 'cus_1']) assert.match((await provider.api!.openSetup({ ...order, source })).rid, /^cs_/);
    assert.equal(await provider.api!.readSetup('cs_1'), 'open');
    await provider.api!.setMethod('cus_1', 'pm_1');
    await provider.api!.detachMethod('pm_1');
  });

  test('an unknown parameter is refused', async (context) => {
    if (!unlessMissing(context)) return;
    const { hostname: host, port } = new URL(mock!.url);
    const stripe = new Stripe('sk_test_1', { host, port, protocol: 'http', maxNetworkRetries: 0 });
    const wrong = { amount: 1, currency: 'eur', customr: 'cus_1' } as unknown as Stripe.PaymentIntentCreateParams;
    await assert.rejects(stripe.paymentIntents.create(wrong), /validation/);
  });
});
