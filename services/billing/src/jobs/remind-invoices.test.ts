import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { openMailer } from '@partner-ordering/mail';
import { catchMails, eventually, recordOutbox, type MailCatcher } from '@partner-ordering/testing';
import { pino } from 'pino';
import { thisMonth } from '../fixtures/invoices.ts';
import { finishedProject, testBilling, userOf, type TestBilling } from '../fixtures/test-billing.ts';

describe('reminders of due invoices', () => {
  let catcher: MailCatcher;
  let billing: TestBilling;
  before(async () => {
    catcher = await catchMails();
    const from = { name: 'Partner Ordering', address: 'orders@partner-ordering.test' };
    const mails = openMailer({ from, smtp: () => ({ url: catcher.url, requiresTls: false }) }, pino({ level: 'silent' }));
    billing = await testBilling({ mails });
  });
  after(async () => {
    await billing?.stop();
    await catcher?.stop();
  });
  beforeEach(() => void catcher.mails.splice(0));

  const sql = (text: string, ...values: unknown[]) => billing.service.database.query({ text, values });

  /** An organization with a manager and an invoice that has been due for some days. */
  async function overdue(days: number) {
    const organization = await billing.organization();
    const manager = await billing.signIn({ manages: [organization] });
    await billing.signIn({ memberOf: [organization] });
    const receipt = await billing.finish(finishedProject(organization));
    const href = await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period: thisMonth() });
    const due = (of: number) =>
      sql(`update invoice set due_at = now() - make_interval(days => $2, mins => 1) where gid = $1`, href.split('/').at(-1), of);
    await due(days);
    return { organization, manager, receipt, href, due, number: (await billing.admin.get(href)).body.number as string };
  }

  /** Runs the job, and answers the mails that it caused, as recipient and subject. */
  async function remind(): Promise<string[][]> {
    catcher.mails.splice(0);
    await billing.runJob('remind_invoices');
    await eventually(async () => (await sql(`select from job where name like 'mail_%'`)).length === 0);
    return catcher.mails.map(({ envelopeTo, subject = '' }) => [...envelopeTo, subject]).toSorted();
  }

  test('queued mails to an erased manager are deleted, including those that were given up', async () => {
    const [erased, kept] = [newGid(), newGid()];
    for (const [index, user] of [erased, kept].entries())
      for (const name of ['mail_invoice_overdue', 'mail_charge_failed'])
        await sql(`insert into job (name, key, data, given_up_at) values ($1, $2, $3, now())`, name, `${index}`, {
          about: `${newGid()}/${user}/1`,
          to: 'robin@example.com',
        });
    await billing.deliver('identity', {
      type: 'user',
      key: erased,
      state: { ...userOf(), email: 'none@deleted.invalid', is_erased: true },
    });
    const left = () => sql(`select split_part(data->>'about', '/', 2) as user from job where name like 'mail_%'`);
    await eventually(async () => assert.deepEqual(await left(), [{ user: kept }, { user: kept }]));
    await sql(`delete from job where name like 'mail_%'`);
  });

  test("reminders go to the organization's managers, each once", async () => {
    const { manager, number, due, href } = await overdue(0);
    const to = `${manager.gid}@example.com`;
    assert.deepEqual(await remind(), [[to, `Invoice ${number} is overdue`]]);
    const text = catcher.mails[0]?.text ?? '';
    for (const part of ['Hello Robin', number, 'EUR 300.00']) assert.ok(text.includes(part), part);
    assert.deepEqual(await remind(), []);
    await due(14);
    assert.deepEqual(await remind(), [[to, `Reminder 2: invoice ${number} is overdue`]]);
    await due(28);
    assert.deepEqual(await remind(), [[to, `Reminder 3: invoice ${number} is overdue`]]);
    await due(300);
    assert.deepEqual(await remind(), []);
    await billing.admin.put(href, { status: 'paid' });
  });

  test("one reminder is sent after a pause, in the reader's language, with the amount still owed", async () => {
    const { manager, number, receipt, organization } = await overdue(20);
    await billing.follow({ type: 'user', key: manager.gid, state: { ...userOf(), email: 'kim@example.com', locale: 'fr' } });
    const body = { receipt: { gid: receipt['gid'] }, reason: 'Late', amount: { amount: 50, currency: 'EUR' } };
    await billing.admin.create(`/v1/orgs/${organization}/credit_notes`, body);
    assert.deepEqual(await remind(), [['kim@example.com', `Rappel 2 : la facture ${number} est échue`]]);
    const text = catcher.mails[0]?.text ?? '';
    assert.match(text, /240,00\sEUR/);
    assert.deepEqual(await remind(), []);
  });

  test('no reminder is sent for invoices not yet due, paid, void or credited, or to former or disabled managers', async () => {
    await overdue(-1);
    const [paid, voided, credited, former, disabled] = [
      await overdue(1),
      await overdue(1),
      await overdue(1),
      await overdue(1),
      await overdue(1),
    ];
    await billing.admin.put(paid.href, { status: 'paid' });
    await billing.admin.put(voided.href, { status: 'void' });
    const body = { receipt: { gid: credited.receipt['gid'] }, reason: 'Late' };
    await billing.admin.create(`/v1/orgs/${credited.organization}/credit_notes`, body);
    const principal = (of: typeof former, state: object) =>
      billing.follow({ type: 'principal', key: of.manager.gid, state: { gid: of.manager.gid, roles: ['user'], ...state } });
    await principal(former, { is_enabled: true, memberships: [{ organization: former.organization, is_manager: false }] });
    await principal(disabled, { is_enabled: false, memberships: [{ organization: disabled.organization, is_manager: true }] });
    assert.deepEqual(await remind(), []);
  });

  test('a reminder waits while the mail server is down, and is dropped if the invoice is paid by then', async () => {
    const [waits, paid] = [await overdue(1), await overdue(1)];
    catcher.refuse({ at: 'data', code: 451, text: 'try later' });
    await billing.runJob('remind_invoices');
    await eventually(
      async () => (await sql(`select from job where name = 'mail_invoice_overdue' and last_error is not null`)).length === 2,
    );
    await billing.admin.put(paid.href, { status: 'paid' });
    catcher.refuse(undefined);
    await sql(`update job set run_at = now() where name = 'mail_invoice_overdue' and leased_until is null`);
    await eventually(async () => (await sql(`select from job where name = 'mail_invoice_overdue'`)).length === 0);
    assert.deepEqual(
      catcher.mails.map(({ subject }) => subject),
      [`Invoice ${waits.number} is overdue`],
    );
  });

  test('the first reminder publishes `invoice.overdue`, and later ones do not', async () => {
    const outbox = await recordOutbox(billing.service.database);
    const { href, due } = await overdue(1);
    for (const days of [1, 14, 28]) {
      await due(days);
      await remind();
    }
    const events = (await outbox()).filter(
      ({ event }) => event.type === 'invoice.overdue' && event.subject === `invoice/${href.split('/').at(-1)}`,
    );
    assert.equal(events.length, 1);
  });
});
