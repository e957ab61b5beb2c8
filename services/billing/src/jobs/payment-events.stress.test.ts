import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { PaymentSource } from '../domain/payer/payment-source.ts';
import { Receipt } from '../domain/receipt.ts';
import { exampleSeller } from '../domain/seller.ts';
import { finishedProject, organizationOf, userOf } from '../fixtures/test-billing.ts';
import { stripeBilling, stripeEvent, type StripeBilling } from '../fixtures/test-stripe.ts';

/** The number of events that Stripe sends. A release is tried with `PAYMENT_EVENTS=10000`. */
const COUNT = Number(process.env['PAYMENT_EVENTS'] ?? 600);
const STEPS = 4;
const AT_ONCE = 8;
const TIMEOUT_MS = 180_000 + COUNT * 150;

type Intent = string;
/** A change of a payment: the type of Stripe's event, the kind of the event's object, and the change at Stripe or here. */
type StripeChange = [type: string, object: string, happen: (billing: StripeBilling, intent: Intent) => unknown];

const succeed: StripeChange = [
  'payment_intent.succeeded',
  'payment_intent',
  ({ stripe }, of) => stripe.change(of, { status: 'succeeded', amount_received: 30_000, last_payment_error: null, next_action: null }),
];
const fail: StripeChange = [
  'payment_intent.payment_failed',
  'payment_intent',
  ({ stripe }, of) =>
    stripe.change(of, {
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', message: 'Your card was declined.' },
    }),
];
const ask: StripeChange = [
  'payment_intent.requires_action',
  'payment_intent',
  ({ stripe }, of) =>
    stripe.change(of, { status: 'requires_action', next_action: { redirect_to_url: { url: 'https://hooks.stripe.test/confirm' } } }),
];
const refund: StripeChange = ['charge.refunded', 'charge', ({ stripe }, of) => stripe.refundAtStripe(of, 5_000)];
const dispute: StripeChange = [
  'charge.dispute.created',
  'dispute',
  ({ stripe }, of) => stripe.dispute(of, { status: 'needs_response', amount: 30_000 }),
];
const lose: StripeChange = ['charge.dispute.closed', 'dispute', ({ stripe }, of) => stripe.dispute(of, { status: 'lost' })];
const nothing: StripeChange = ['payment_intent.processing', 'payment_intent', () => undefined];
const receiptOf = async ({ stripe, admin }: StripeBilling, of: Intent) => {
  const query = ['project.gid', '==', stripe.intents.get(of)!['metadata'].partner_ordering_project];
  return (await admin.get('/v1/receipts', { parameters: { query } })).body.items[0];
};
const payOtherwise: StripeChange = [
  'payment_intent.processing',
  'payment_intent',
  async (billing, of) => assert.equal((await billing.admin.put((await receiptOf(billing, of)).href, { status: 'paid' })).status, 204),
];
const credit: StripeChange = [
  'charge.updated',
  'charge',
  async (billing, of) => {
    const { gid, organization } = await receiptOf(billing, of);
    const note = { receipt: { gid }, reason: 'Late', amount: { amount: 100, currency: 'EUR' } };
    await billing.admin.create(`/v1/orgs/${organization.gid}/credit_notes`, note);
  },
];
/** One of these happens to each payment, which Stripe had not decided on before. */
const stories: StripeChange[][] = [
  [succeed, refund, refund, dispute],
  [fail, ask, succeed, refund],
  [succeed, dispute, lose, refund],
  [fail, ask, fail, ask],
  // A payment beside another one, and money above the amount left after a credit note, are refunded.
  [payOtherwise, nothing, succeed, nothing],
  [nothing, succeed, credit, dispute],
];

/** Numbers from 0 to 1, the same in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Billing with receipts that were charged and that Stripe has not decided on. Answers the payments in the order of the receipts. */
async function pendingPayments(): Promise<{ billing: StripeBilling; intents: Intent[] }> {
  const billing = await stripeBilling();
  const known: Parameters<StripeBilling['follow']>[0][] = [];
  await billing.service.write(async (tx) => {
    const { em } = tx;
    for (let index = 0; index < COUNT / STEPS; index++) {
      const issued = { number: `R2026-${String(index + 1).padStart(6, '0')}`, at: new Date() };
      const organization = organizationOf(newGid());
      const paymentRid = billing.stripe.customer('pm_processing');
      em.persist(PaymentSource.create(organization.gid, { rid: paymentRid }, issued.at));
      const project = finishedProject(organization.gid);
      const receipt = Receipt.of({ project, organization, seller: exampleSeller, paymentRid, issued });
      em.persist(receipt);
      known.push(
        { type: 'project', key: project.gid, state: project },
        { type: 'organization', key: organization.gid, state: organization },
      );
      known.push({ type: 'user', key: project.owner, state: userOf() });
    }
    await tx.query(sql`update number_series set year = 2026, last_number = ${COUNT / STEPS} where name = 'receipt'`);
  });
  await billing.follow(...known);
  await billing.runJob('find_receipts_without_jobs');
  const rows = () =>
    billing.service.database.query<{ rid: string }>(
      sql`select rid from receipt join payment on receipt_gid = gid where rid is not null order by number`,
    );
  await eventually(async () => assert.equal((await rows()).length, COUNT / STEPS), { timeoutMs: TIMEOUT_MS });
  return { billing, intents: (await rows()).map(({ rid }) => rid) };
}

async function sendAll(billing: StripeBilling, events: readonly object[]): Promise<void> {
  const waiting = [...events];
  const work = async () => {
    for (let event = waiting.shift(); event; event = waiting.shift()) {
      const status = await billing.send(event);
      // Stripe sends again what a busy machine refuses.
      if (status === 503) waiting.push(event);
      else assert.equal(status, 204);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

const settled = (billing: StripeBilling) =>
  eventually(
    async () => assert.deepEqual(await billing.service.database.query(sql`select key from job where name like '%_payment' limit 1`), []),
    { timeoutMs: TIMEOUT_MS },
  );

const rowsOf = (billing: StripeBilling) =>
  billing.service.database.query<{ number: string }>(sql`
    select number, r.status, failure, paid_at is not null as is_paid, p.status as payment, attempts, action_url is not null as has_link, received_minor,
      refunded_minor, dispute_status, dispute_minor, next_attempt_at is not null as is_tried_again
    from receipt r left join payment p on p.receipt_gid = r.gid order by number`);

const eventOf = ([type, object]: StripeChange, intent: Intent): object =>
  stripeEvent(type, object === 'payment_intent' ? { object, id: intent } : { object, id: 'of_it', payment_intent: intent });

test('duplicated, reordered and late events lead to the same rows as an orderly run', { timeout: TIMEOUT_MS }, async () => {
  const [orderly, disorderly] = [await pendingPayments(), await pendingPayments()];
  const random = randomFrom(17);
  try {
    const late: object[] = [];
    for (let step = 0; step < STEPS; step++) {
      const kinds = stories.length;
      for (const { billing, intents } of [orderly, disorderly])
        for (const [index, intent] of intents.entries()) await stories[index % kinds]![step]![2](billing, intent);
      const of = ({ intents }: { intents: Intent[] }) => intents.map((intent, index) => eventOf(stories[index % kinds]![step]!, intent));
      await sendAll(orderly.billing, of(orderly));
      await settled(orderly.billing);
      // Each twice; a third of all comes at some time later.
      late.push(...of(disorderly).flatMap((event) => [event, event]));
      late.sort(() => random() - 0.5);
      await sendAll(disorderly.billing, late.splice(0, Math.floor(late.length * 0.66)));
    }
    await sendAll(disorderly.billing, late);
    await settled(disorderly.billing);

    const expected = await rowsOf(orderly.billing);
    assert.equal(new Set(expected.map((row) => JSON.stringify({ ...row, number: '' }))).size, stories.length);
    assert.deepEqual(await rowsOf(disorderly.billing), expected);
    for (const { billing } of [orderly, disorderly]) assert.deepEqual(await billing.service.checkIntegrity(), []);
  } finally {
    await orderly.billing.stop();
    await disorderly.billing.stop();
  }
});
