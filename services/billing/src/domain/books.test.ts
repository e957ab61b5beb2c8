import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { keptCountTests } from '@partner-ordering/testing';
import { thisMonth } from '../fixtures/invoices.ts';
import { finishedProject, testBilling, type TestBilling } from '../fixtures/test-billing.ts';

/** What makes the books of an open receipt on an open invoice, with a credit note, wrong, and right again; $1 is the gid of the receipt. */
const mistakes = [
  {
    what: 'a total that is not the sum of amount and VAT',
    breaks: ['totals', 'invoices'],
    wrong: 'update receipt set total_minor = total_minor + 1 where gid = $1',
    right: 'update receipt set total_minor = total_minor - 1 where gid = $1',
  },
  {
    what: 'the total of an invoice that is not the sum of amount and VAT',
    breaks: ['totals'],
    wrong: 'update invoice set total_minor = total_minor + 1 where gid = (select invoice_gid from receipt where gid = $1)',
    right: 'update invoice set total_minor = total_minor - 1 where gid = (select invoice_gid from receipt where gid = $1)',
  },
  {
    what: 'the total of a credit note that is not the sum of amount and VAT',
    breaks: ['totals'],
    wrong: 'update credit_note set total_minor = total_minor + 1 where receipt_gid = $1',
    right: 'update credit_note set total_minor = total_minor - 1 where receipt_gid = $1',
  },
  {
    what: 'a gap in the numbers',
    breaks: ['numbers'],
    wrong: `update receipt set number = split_part(number, '-', 1) || '-000009' where gid = $1`,
    right: `update receipt set number = split_part(number, '-', 1) || '-000002' where gid = $1`,
  },
  {
    what: 'numbers of a year that do not begin at 1',
    breaks: ['numbers'],
    wrong: `update receipt set number = split_part(number, '-', 1) || '-000000' where gid <> $1`,
    right: `update receipt set number = split_part(number, '-', 1) || '-000001' where gid <> $1`,
  },
  {
    what: 'a gap in the numbers of invoices',
    breaks: ['numbers'],
    wrong: `update invoice set number = split_part(number, '-', 1) || '-000002' where gid = (select invoice_gid from receipt where gid = $1)`,
    right: `update invoice set number = split_part(number, '-', 1) || '-000001' where gid = (select invoice_gid from receipt where gid = $1)`,
  },
  {
    what: 'a finished order without a receipt',
    breaks: ['receipts'],
    wrong: 'update receipt set project_gid = gid where gid = $1',
    right: `update receipt set project_gid = (select key::uuid from shared_state where type = 'project'
      and key::uuid not in (select project_gid from receipt where gid <> $1)) where gid = $1`,
  },
  {
    what: 'the receipt of an order that is not finished',
    breaks: ['receipts'],
    wrong: `update shared_state set state = state || '{"status": "in_progress"}' where type = 'project' and key = (select project_gid::text from receipt where gid = $1)`,
    right: `update shared_state set state = state || '{"status": "finished"}' where type = 'project' and key = (select project_gid::text from receipt where gid = $1)`,
  },
  {
    what: 'a receipt over another amount than its order',
    breaks: ['receipts'],
    wrong: `update shared_state set state = jsonb_set(state, '{price,amount_minor}', '25001') where type = 'project' and key = (select project_gid::text from receipt where gid = $1)`,
    right: `update shared_state set state = jsonb_set(state, '{price,amount_minor}', '25000') where type = 'project' and key = (select project_gid::text from receipt where gid = $1)`,
  },
  {
    what: 'a receipt in another currency than its order',
    breaks: ['receipts'],
    wrong: `update shared_state set state = jsonb_set(state, '{price,currency}', '"USD"') where type = 'project' and key = (select project_gid::text from receipt where gid = $1)`,
    right: `update shared_state set state = jsonb_set(state, '{price,currency}', '"EUR"') where type = 'project' and key = (select project_gid::text from receipt where gid = $1)`,
  },
  {
    what: 'a payment beside another one, whose refund has failed',
    breaks: ['refunds', 'invoices'],
    wrong: `with paid as (update receipt set status = 'paid', paid_at = now(), paid_minor = 30000 where gid = $1),
      failed as (insert into refund (gid, receipt_gid, created_at, amount_minor, status, failure) values ($1, $1, now(), 30000, 'failed', 'lost_or_stolen_card'))
      insert into payment (receipt_gid, created_at, status, attempts, received_minor, refunded_minor, readings, is_surplus) values ($1, now(), 'paid', 1, 30000, 0, 1, true)`,
    right: `with unpaid as (update receipt set status = 'open', paid_at = null, paid_minor = null where gid = $1), gone as (delete from refund where gid = $1)
      delete from payment where receipt_gid = $1`,
  },
  {
    what: 'a receipt that could not be charged and that nobody tries again',
    breaks: ['untried'],
    wrong: `with off as (update receipt set status = 'failed', payment_rid = 'cus_1', invoice_gid = null where gid = (select gid from receipt where gid <> $1))
      insert into payment_source (organization_gid, gid, created_at, rid, rid_since) select organization_gid, gid, now(), 'cus_1', now() from receipt where gid <> $1`,
    right: `with on_it as (update receipt set status = 'open', payment_rid = null where gid <> $1) delete from payment_source`,
  },
  {
    what: 'a payment that is not decided and that nobody looks up',
    breaks: ['untried'],
    wrong: `with off as (update receipt set payment_rid = 'cus_1' where gid <> $1), source as (
        insert into payment_source (organization_gid, gid, created_at, rid, rid_since) select organization_gid, gid, now(), 'cus_1', now() from receipt where gid <> $1)
      insert into payment (receipt_gid, created_at, status, attempts, received_minor, refunded_minor, readings) select gid, now(), 'pending', 1, 0, 0, 1 from receipt where gid <> $1`,
    right: `with on_it as (update receipt set payment_rid = null where gid <> $1), source as (delete from payment_source) delete from payment`,
  },
  {
    what: 'a payment above what is owed, of which nothing goes back',
    breaks: ['refunds', 'invoices'],
    wrong: `with paid as (update receipt set status = 'paid', paid_at = now(), paid_minor = 30000 where gid = $1)
      insert into payment (receipt_gid, created_at, status, attempts, received_minor, refunded_minor, readings, is_surplus) values ($1, now(), 'paid', 1, 30000, 0, 1, false)`,
    right: `with unpaid as (update receipt set status = 'open', paid_at = null, paid_minor = null where gid = $1) delete from payment where receipt_gid = $1`,
  },
  {
    what: 'a refund that nobody makes',
    breaks: ['stranded_refunds'],
    wrong: `insert into refund (gid, receipt_gid, created_at, amount_minor, status) values ($1, $1, now(), 1, 'open')`,
    right: 'delete from refund where gid = $1',
  },
  {
    what: 'a receipt of a void invoice that is not credited',
    breaks: ['settled'],
    wrong: `update invoice set status = 'void', owed_minor = 0 where gid = (select invoice_gid from receipt where gid = $1)`,
    right: `update invoice set status = 'open', owed_minor = (
      select total_minor - credited_amount_minor - credited_vat_minor from receipt where gid = $1)`,
  },
  {
    what: 'a payment that was received for a receipt that is open',
    breaks: ['provider'],
    wrong: `insert into payment (receipt_gid, created_at, status, attempts, received_minor, refunded_minor, readings) values ($1, now(), 'paid', 1, 30000, 0, 1)`,
    right: 'delete from payment where receipt_gid = $1',
  },
  {
    what: 'more refunds than were received',
    breaks: ['provider'],
    wrong: `insert into payment (receipt_gid, created_at, status, attempts, received_minor, refunded_minor, readings) values ($1, now(), 'failed', 1, 0, 1, 1)`,
    right: 'delete from payment where receipt_gid = $1',
  },
  {
    what: 'a receipt that is credited more than its credit notes say',
    breaks: ['credits', 'invoices'],
    wrong: 'update receipt set credited_amount_minor = credited_amount_minor + 1 where gid = $1',
    right: 'update receipt set credited_amount_minor = credited_amount_minor - 1 where gid = $1',
  },
  {
    what: 'a receipt that is credited more VAT than its credit notes say',
    breaks: ['credits', 'invoices'],
    wrong: 'update receipt set credited_vat_minor = credited_vat_minor + 1 where gid = $1',
    right: 'update receipt set credited_vat_minor = credited_vat_minor - 1 where gid = $1',
  },
  {
    what: 'a credit note without a receipt',
    breaks: ['credits'],
    wrong: 'update credit_note set receipt_gid = organization_gid where receipt_gid = $1',
    right: 'update credit_note set receipt_gid = $1 where receipt_gid = organization_gid',
  },
  {
    what: 'credit notes over more than the receipt',
    breaks: ['credits', 'payments', 'invoices'],
    wrong: `with more as (update credit_note set amount_minor = amount_minor + 25000, total_minor = total_minor + 25000 where receipt_gid = $1)
      update receipt set credited_amount_minor = credited_amount_minor + 25000 where gid = $1`,
    right: `with less as (update credit_note set amount_minor = amount_minor - 25000, total_minor = total_minor - 25000 where receipt_gid = $1)
      update receipt set credited_amount_minor = credited_amount_minor - 25000 where gid = $1`,
  },
  {
    what: 'a receipt that is paid though less was paid than is owed',
    breaks: ['payments', 'invoices'],
    wrong: `update receipt set status = 'paid', paid_at = now(), paid_minor = 1 where gid = $1`,
    right: `update receipt set status = 'open', paid_at = null, paid_minor = null where gid = $1`,
  },
  {
    what: 'a receipt that is paid though nobody knows how much',
    breaks: ['payments', 'invoices'],
    wrong: `update receipt set status = 'paid', paid_at = now() where gid = $1`,
    right: `update receipt set status = 'open', paid_at = null where gid = $1`,
  },
  {
    what: 'a payment of a receipt that is open',
    breaks: ['payments'],
    wrong: 'update receipt set paid_minor = 1 where gid = $1',
    right: 'update receipt set paid_minor = null where gid = $1',
  },
  {
    what: 'an invoice that is not the sum of its receipts',
    breaks: ['invoices'],
    wrong: 'update receipt set invoiced_amount_minor = invoiced_amount_minor + 1 where gid = $1',
    right: 'update receipt set invoiced_amount_minor = invoiced_amount_minor - 1 where gid = $1',
  },
  {
    what: 'an invoice that owes something else than its receipts',
    breaks: ['invoices'],
    wrong: 'update invoice set owed_minor = owed_minor - 1 where gid = (select invoice_gid from receipt where gid = $1)',
    right: 'update invoice set owed_minor = owed_minor + 1 where gid = (select invoice_gid from receipt where gid = $1)',
  },
  {
    what: 'an invoice that holds no receipt, and a receipt on none',
    breaks: ['invoices'],
    wrong: 'update receipt set invoice_gid = organization_gid where gid = $1',
    right: 'update receipt set invoice_gid = (select gid from invoice) where gid = $1',
  },
  {
    what: 'a receipt on the invoice of another month',
    breaks: ['invoiced'],
    wrong: `update invoice set period = '2020-01' where gid = (select invoice_gid from receipt where gid = $1)`,
    right: `update invoice set period = to_char(now() at time zone 'UTC', 'YYYY-MM') where gid = (select invoice_gid from receipt where gid = $1)`,
  },
  {
    what: 'a receipt on the invoice of another organization',
    breaks: ['invoiced'],
    wrong: `update invoice set organization_gid = gid where gid = (select invoice_gid from receipt where gid = $1)`,
    right: `update invoice set organization_gid = (select organization_gid from receipt where gid = $1) where gid = (select invoice_gid from receipt where gid = $1)`,
  },
  {
    what: 'a receipt on an invoice in another currency',
    breaks: ['invoiced'],
    wrong: `update invoice set currency = 'USD' where gid = (select invoice_gid from receipt where gid = $1)`,
    right: `update invoice set currency = 'EUR' where gid = (select invoice_gid from receipt where gid = $1)`,
  },
  {
    what: 'a receipt that does not follow its paid invoice',
    breaks: ['settled'],
    wrong: `update invoice set status = 'paid', owed_minor = 0, paid_at = now() where gid = (select invoice_gid from receipt where gid = $1)`,
    right: `update invoice set status = 'open', paid_at = null, owed_minor = (
      select total_minor - credited_amount_minor - credited_vat_minor from receipt where gid = $1)`,
  },
];

describe('the books of billing', () => {
  let billing: TestBilling;
  let receipt: string;
  before(async () => {
    billing = await testBilling();
    const [organization, other] = [await billing.organization(), await billing.organization()];
    await billing.finish(finishedProject(other));
    receipt = (await billing.finish(finishedProject(organization))).gid;
    await billing.admin.create('/v1/invoices', { organization: { gid: organization }, period: thisMonth() });
    const note = { receipt: { gid: receipt }, reason: 'Late', amount: { amount: 50, currency: 'EUR' } };
    await billing.admin.create(`/v1/orgs/${organization}/credit_notes`, note);
  });
  after(() => billing?.stop());

  const change = (text: string) => billing.service.database.query({ text, values: [receipt] });
  const broken = async () => (await billing.service.checkBooks()).map(({ rule }) => rule);

  test('close when each finished order has its receipt, and receipts, invoices, credit notes and payments agree', async () => {
    assert.deepEqual(await billing.service.checkBooks(), []);
  });

  for (const { what, breaks, wrong, right } of mistakes) {
    test(`do not close for ${what}`, async () => {
      await change(wrong);
      assert.deepEqual(await broken(), breaks);
      await change(right);
      assert.deepEqual(await broken(), []);
    });
  }

  keptCountTests(() => billing, ['receipt']);
});
