import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openMailer } from '@partner-ordering/mail';
import { catchMails, eventually, type MailCatcher } from '@partner-ordering/testing';
import { pino } from 'pino';
import { thisMonth } from '../fixtures/invoices.ts';
import { finishedProject, userOf } from '../fixtures/test-billing.ts';
import { stripeBilling, stripeEvent, type StripeBilling } from '../fixtures/test-stripe.ts';

describe('failed charges', () => {
  let catcher: MailCatcher;
  let billing: StripeBilling;
  before(async () => {
    catcher = await catchMails();
    const from = { name: 'Partner Ordering', address: 'orders@partner-ordering.test' };
    const mails = openMailer({ from, smtp: () => ({ url: catcher.url, requiresTls: false }) }, pino({ level: 'silent' }));
    billing = await stripeBilling({ mails });
  });
  after(async () => {
    await billing?.stop();
    await catcher?.stop();
  });

  const sql = (text: string, ...values: unknown[]) => billing.service.database.query({ text, values });
  /** An organization that pays by this method, its manager, and a receipt of it. */
  const receiptPaidBy = async (method: string) => {
    const organization = await billing.organization();
    const manager = await billing.signIn({ manages: [organization] });
    await billing.signIn({ memberOf: [organization] });
    const rid = billing.stripe.customer(method);
    await billing.admin.post(`/v1/orgs/${organization}/payment_source`, { rid });
    const { gid, href, number } = await billing.finish(finishedProject(organization));
    return { organization, manager, rid, gid: gid as string, href: href as string, number: number as string };
  };
  const receiptWhen: StripeBilling['receiptWhen'] = (href, holds) => billing.receiptWhen(href, holds);
  const mailsOf = ({ gid }: { gid: string }) => catcher.mails.filter(({ envelopeTo }) => envelopeTo.includes(`${gid}@example.com`));

  test('managers get one mail about each failed attempt, in their language, with the link to act', async () => {
    const { manager, gid, href, number } = await receiptPaidBy('pm_confirm');
    const { payment } = await receiptWhen(href, ({ status }) => status === 'failed');
    await eventually(() => mailsOf(manager).length === 1);
    const state = { ...userOf(), email: `${manager.gid}@example.com`, locale: 'fr' };
    await billing.follow({ type: 'user', key: manager.gid, state });
    await billing.tryAgain(gid);
    await eventually(() => mailsOf(manager).length === 2);
    await eventually(async () => (await sql(`select from job where name like 'mail_%'`)).length === 0);
    const [mail, french, ...more] = mailsOf(manager);
    assert.deepEqual([mail?.subject, more], [`Payment failed for receipt ${number}`, []]);
    for (const part of ['EUR 300.00', 'The bank asks for a confirmation', payment.action_url]) assert.ok(mail?.text?.includes(part), part);
    assert.match(french!.text!, /Motif : La banque demande une confirmation du paiement\./);
  });

  test('a mail with the link to act follows if Stripe reports the failure before the link', async () => {
    const [began, gate] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
    billing.stripe.before = (line) => (line.endsWith('/confirm') ? (began.resolve(line), gate.promise) : undefined);
    const { manager, href } = await receiptPaidBy('pm_confirm');
    const id = (await began.promise).split('/').at(-2)!;
    await billing.send(stripeEvent('payment_intent.payment_failed', { object: 'payment_intent', id }));
    await eventually(() => mailsOf(manager).length === 1);
    assert.ok(!mailsOf(manager)[0]?.text?.includes('https://hooks.stripe.test'));
    billing.stripe.before = () => undefined;
    gate.resolve();
    const { payment } = await receiptWhen(href, (receipt) => receipt['payment'].action_url !== null);
    await eventually(() => mailsOf(manager).length === 2);
    assert.ok(mailsOf(manager)[1]?.text?.includes(payment.action_url));
    await eventually(async () => assert.deepEqual(await sql('select name from job'), []));
    assert.equal(mailsOf(manager).length, 2);
  });

  test('another default payment method is tried, even if the bank asks for a confirmation of the previous one', async () => {
    const { gid, rid, href } = await receiptPaidBy('pm_confirm');
    const { payment } = await receiptWhen(href, ({ status }) => status === 'failed');
    await billing.tryAgain(gid);
    const same = await receiptWhen(href, (receipt) => receipt['payment'].attempts === 2);
    assert.equal(same['payment'].action_url, payment.action_url);
    billing.stripe.setMethod(rid, 'pm_ok');
    await billing.tryAgain(gid);
    const paid = await receiptWhen(href, ({ status }) => status === 'paid');
    assert.deepEqual([paid['payment'].attempts, paid['payment'].received.amount], [3, 300]);
  });

  test('no attempt follows once a receipt is paid otherwise, credited or invoiced, even if the provider has no payment', async () => {
    const failed = async (method: string | null) => {
      const receipt = await receiptPaidBy('pm_declined');
      await receiptWhen(receipt.href, ({ status }) => status === 'failed');
      // As it is when the customer has no payment method any more.
      if (method === null) await sql('update payment set rid = null where receipt_gid = $1', receipt.gid);
      return receipt;
    };
    for (const method of ['pm_declined', null]) {
      const [paid, credited, held] = [await failed(method), await failed(method), await failed(method)];
      await billing.admin.put(paid.href, { status: 'paid' });
      await billing.admin.create(`/v1/orgs/${credited.organization}/credit_notes`, { receipt: { gid: credited.gid }, reason: 'A gift' });
      await billing.admin.delete(`/v1/orgs/${held.organization}/payment_source`);
      await billing.admin.create('/v1/invoices', { organization: { gid: held.organization }, period: thisMonth() });
      for (const { href } of [paid, credited, held])
        await receiptWhen(href, ({ payment }) => payment.status === 'canceled' && payment.next_attempt_at === null);
    }
  });

  test('the mail promises no attempt once the payment source is deleted', async () => {
    const [began, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    billing.stripe.before = (line) => (line === 'POST /v1/payment_intents' ? (began.resolve(), gate.promise) : undefined);
    const { manager, organization } = await receiptPaidBy('pm_declined');
    await began.promise;
    await billing.admin.delete(`/v1/orgs/${organization}/payment_source`);
    billing.stripe.before = () => undefined;
    gate.resolve();
    await eventually(() => mailsOf(manager).length === 1);
    assert.match(mailsOf(manager)[0]!.text!, /We will not try again/);
  });

  test('after the last attempt the payment is canceled and the next invoice collects the receipt, despite its payment source', async () => {
    const { organization, gid, href } = await receiptPaidBy('pm_declined');
    await receiptWhen(href, ({ status }) => status === 'failed');
    const invoice = () => billing.admin.post('/v1/invoices', { organization: { gid: organization }, period: thisMonth() });
    assert.equal((await invoice()).status, 400, 'it is tried again');
    await sql(`update payment set attempts = 4, next_attempt_at = now() - interval '1 minute' where receipt_gid = $1`, gid);
    await billing.runJob('find_receipts_without_jobs');
    await receiptWhen(href, ({ payment }) => payment.attempts === 5 && payment.next_attempt_at === null);
    assert.equal((await invoice()).status, 201);
    const { invoice: held } = await receiptWhen(href, ({ payment }) => payment.status === 'canceled');
    assert.ok(held);
    assert.deepEqual(await billing.service.checkIntegrity(), []);
  });

  test('an attempt charges what is left after a credit note', async () => {
    const { organization, gid, href, rid } = await receiptPaidBy('pm_declined');
    await receiptWhen(href, ({ status }) => status === 'failed');
    const note = { receipt: { gid }, reason: 'The logo was late', amount: { amount: 100, currency: 'EUR' } };
    assert.equal((await billing.admin.post(`/v1/orgs/${organization}/credit_notes`, note)).status, 201);
    billing.stripe.setMethod(rid, 'pm_ok');
    await billing.tryAgain(gid);
    const { payment } = await receiptWhen(href, ({ status }) => status === 'paid');
    assert.equal(payment.received.amount, 180);
    assert.deepEqual(await billing.service.checkIntegrity(), []);
  });
});
