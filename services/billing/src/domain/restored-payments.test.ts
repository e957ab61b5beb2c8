import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { backUp } from '../fixtures/backup.ts';
import { finishedProject, projectEvent } from '../fixtures/test-billing.ts';
import { stripeBilling, stripeEvent, type StripeBilling } from '../fixtures/test-stripe.ts';

/** A receipt as it is read. */
type Read = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any

describe('after a restore, with a provider that charges,', () => {
  let billing: StripeBilling;
  before(async () => void (billing = await stripeBilling()));
  after(() => billing.stop());

  const sql = (text: string, ...values: unknown[]) => billing.service.database.query<Read>({ text, values });
  const receiptWhen = (href: string, holds: (receipt: Read) => boolean) =>
    eventually(async () => {
      const { body } = await billing.admin.get(href);
      return holds(body) && (body as Read);
    });
  const intentsOf = (gid: string) =>
    [...billing.stripe.intents.values()].filter(({ metadata }) => metadata.partner_ordering_receipt === gid);
  const succeed = (gid: string) => billing.stripe.change(intentsOf(gid)[0]!['id'], { status: 'succeeded', amount_received: 30_000, next_action: null }); // prettier-ignore
  const tell = async (gid: string) => {
    const event = stripeEvent('payment_intent.succeeded', { object: 'payment_intent', id: intentsOf(gid)[0]!['id'] });
    assert.equal(await billing.send(event), 204);
  };
  /** Stripe has a payment of the receipt, and has not decided on it. */
  const isUndecided = (gid: string) =>
    eventually(
      async () => (await sql(`select from payment where receipt_gid = $1 and rid is not null and status = 'pending'`, gid)).length > 0,
    );
  /** Looks for what is due, until nothing is left to do. */
  const work = async () => {
    await billing.runJob('find_receipts_without_jobs');
    await eventually(async () => assert.deepEqual(await sql(`select name, last_error from job where name not like 'mail_%'`), []));
  };
  /** An organization that pays by this method, and a project of it that is finished later. */
  const customerOf = async (method: string) => {
    const organization = await billing.organization();
    const rid = billing.stripe.customer(method);
    await billing.admin.create(`/v1/orgs/${organization}/payment_source`, { rid });
    return { organization, rid, project: finishedProject(organization) };
  };
  /** Nothing of what paid it went back, and the books close. */
  const isPaidAndKept = async (href: string) => {
    const { status, payment } = await receiptWhen(href, (of) => of['payment']?.status === 'paid');
    assert.deepEqual([status, payment.received.amount, payment.next_attempt_at], ['paid', 300, null]);
    await work();
    assert.equal((await billing.admin.get(href)).body.payment.refunded.amount, 0);
    assert.deepEqual(billing.stripe.requests.filter((line) => line === 'POST /v1/refunds'), []); // prettier-ignore
    assert.deepEqual(await billing.service.checkBooks(), []);
  };

  test('a direct debit that succeeded since the backup is no surplus', async () => {
    const { gid, href } = await billing.charged(billing.stripe.customer('pm_processing'));
    await isUndecided(gid);
    const restore = await backUp(billing);
    succeed(gid);
    await tell(gid);
    await receiptWhen(href, ({ status }) => status === 'paid');
    await restore();
    assert.equal((await billing.admin.get(href)).body.payment.received.amount, 0);
    await work();
    await isPaidAndKept(href);
  });

  test('a payment is found of which the backup knows only that it was begun', async () => {
    const [began, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    billing.stripe.before = (line) => (line === 'POST /v1/payment_intents' ? (began.resolve(), gate.promise) : undefined);
    const { href } = await billing.charged(billing.stripe.customer('pm_ok'));
    await began.promise;
    const restore = await backUp(billing);
    gate.resolve();
    await receiptWhen(href, ({ status }) => status === 'paid');
    await restore();
    assert.equal((await billing.admin.get(href)).body.payment.status, 'pending');
    await work();
    await isPaidAndKept(href);
  });

  for (const [first, look] of [
    ['an event', tell],
    ['billing itself', work],
  ] as const)
    // prettier-ignore
    test(`a payment of which the backup knows nothing is no surplus, though ${first} tells of it first`, async () => {
      const { organization, rid, project } = await customerOf('pm_ok');
      const restore = await backUp(billing);
      const { gid, href } = await billing.finish(project);
      await receiptWhen(href, ({ status }) => status === 'paid');
      await restore();
      assert.equal((await billing.admin.get(href)).status, 404);
      assert.equal((await billing.finish(project))['gid'], gid);
      await look(gid);
      await isPaidAndKept(href);
      assert.deepEqual(await sql('select rid from payment_source where organization_gid = $1', organization), [{ rid }]);
    });

  test('a receipt that is made again has the payment source that it was made with, where its payment is found', async () => {
    const { organization, rid, project } = await customerOf('pm_ok');
    const restore = await backUp(billing);
    const { gid, href } = await billing.finish(project);
    await receiptWhen(href, ({ status }) => status === 'paid');
    await restore();
    await billing.admin.create(`/v1/orgs/${organization}/payment_source`, { rid: billing.stripe.customer('pm_ok') });
    assert.equal((await billing.finish(project))['gid'], gid);
    await work();
    await isPaidAndKept(href);
    assert.deepEqual(await sql('select payment_rid from receipt where gid = $1', gid), [{ payment_rid: rid }]);
  });

  test('a credit note gives back what was paid since the backup, once the payment is looked up', async () => {
    const { gid, href, organization } = await billing.charged(billing.stripe.customer('pm_processing'));
    await isUndecided(gid);
    const restore = await backUp(billing);
    succeed(gid);
    await tell(gid);
    await receiptWhen(href, ({ status }) => status === 'paid');
    await restore();
    const note = { receipt: { gid }, reason: 'Late', amount: { amount: 100, currency: 'EUR' } };
    await billing.admin.create(`/v1/orgs/${organization.gid}/credit_notes`, note);
    await work();
    await receiptWhen(href, ({ payment }) => payment.refunded.amount === 120);
    await work();
    assert.deepEqual(await billing.service.checkBooks(), []);
  });

  test('what the provider receives for a receipt that was paid otherwise still goes back', async () => {
    const { gid, href } = await billing.charged(billing.stripe.customer('pm_processing'));
    await isUndecided(gid);
    const restore = await backUp(billing);
    await billing.admin.put(href, { status: 'paid' });
    await restore();
    await work();
    succeed(gid);
    await tell(gid);
    await receiptWhen(href, ({ payment }) => payment.refunded.amount === 300);
    await work();
    assert.deepEqual(await billing.service.checkBooks(), []);
  });

  /** The next attempt of a receipt is made now, by a method that works, and pays it with the same payment. */
  const isPaidByNextAttempt = async (gid: string, href: string, rid: string) => {
    billing.stripe.setMethod(rid, 'pm_ok');
    await sql(`update payment set next_attempt_at = now() - interval '1 minute' where receipt_gid = $1`, gid);
    await work();
    await receiptWhen(href, ({ status }) => status === 'paid');
    assert.equal(intentsOf(gid).length, 1);
    assert.deepEqual(await billing.service.checkBooks(), []);
  };

  test('a receipt is tried again that was made and declined since the backup, and charged once', async () => {
    const { rid, project } = await customerOf('pm_declined');
    const restore = await backUp(billing);
    const { gid, href } = await billing.finish(project);
    await receiptWhen(href, ({ status }) => status === 'failed');
    await restore();
    await billing.append(projectEvent(project));
    await receiptWhen(href, ({ status, payment }) => status === 'failed' && payment?.attempts === 1);
    await isPaidByNextAttempt(gid, href, rid);
  });

  test('a receipt is tried again that was declined since the backup, whose payment was not decided then, and charged once', async () => {
    const { rid, project } = await customerOf('pm_processing');
    const { gid, href } = await billing.finish(project);
    await isUndecided(gid);
    const restore = await backUp(billing);
    const declined = { status: 'requires_payment_method', last_payment_error: { code: 'insufficient_funds', message: 'No funds.' } };
    billing.stripe.change(intentsOf(gid)[0]!['id'], declined);
    await tell(gid);
    await receiptWhen(href, ({ status }) => status === 'failed');
    await restore();
    await sql(`update payment set next_attempt_at = now() where receipt_gid = $1`, gid);
    await work();
    assert.equal((await billing.admin.get(href)).body.failure, 'No funds.');
    await isPaidByNextAttempt(gid, href, rid);
  });

  test('a receipt is tried again of whose declined charge the backup knows nothing, and charged once', async () => {
    const { organization, rid, project } = await customerOf('pm_declined');
    const path = `/v1/orgs/${organization}/payment_source`;
    await billing.admin.delete(path);
    const { gid, href } = await billing.finish(project);
    await sql('update receipt set payment_rid = $2 where gid = $1', gid, rid);
    const restore = await backUp(billing);
    await billing.admin.create(path, { rid });
    await billing.runJob('find_receipts_without_jobs');
    await receiptWhen(href, ({ status }) => status === 'failed');
    await restore();
    await work();
    await receiptWhen(href, ({ status, payment }) => status === 'failed' && payment?.attempts === 1);
    await isPaidByNextAttempt(gid, href, rid);
  });
});
