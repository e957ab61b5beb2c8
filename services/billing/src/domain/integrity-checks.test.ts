import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { failingChecksAfter } from '@partner-ordering/testing';
import { thisMonth } from '../fixtures/invoices.ts';
import { finishedProject, testBilling, type TestBilling } from '../fixtures/test-billing.ts';
import { integrityChecks } from './integrity-checks.ts';

/** SQL that changes a receipt, the other receipt, the invoice, the credit note or the state of the project. */
const set = {
  receipt: (change: string) => `update receipt set ${change} where gid = $1`,
  other: (change: string) => `update receipt set ${change} where gid <> $1`,
  invoice: (change: string) => `update invoice set ${change} where gid = (select invoice_gid from receipt where gid = $1)`,
  note: (change: string) => `update credit_note set ${change} where receipt_gid = $1`,
  project: (state: string) =>
    `update shared_state set state = ${state} where type = 'project' and key = (select project_gid::text from receipt where gid = $1)`,
};
const PAID = `status = 'paid', paid_at = now()`;
const payment = ({ status = 'paid', received = 30_000, refunded = 0, isSurplus = false, of = '=' as '=' | '<>' } = {}) =>
  `insert into payment (receipt_gid, created_at, status, attempts, received_minor, refunded_minor, readings, is_surplus)
    select gid, now(), '${status}', 1, ${received}, ${refunded}, 1, ${isSurplus} from receipt where gid ${of} $1`;
const refund = (status: 'open' | 'failed') =>
  `insert into refund (gid, receipt_gid, created_at, amount_minor, status) values ($1, $1, now(), 30000, '${status}')`;
const SOURCE = `insert into payment_source (organization_gid, gid, created_at, rid, rid_since)
  select organization_gid, gid, now(), 'cus_1', now() from receipt where gid <> $1`;

/** Each mistake with the checks that it breaks, for an open receipt with a credit note on an open invoice. `$1` is the receipt's gid. */
const mistakes: [what: string, breaks: string[], ...wrong: string[]][] = [
  ['a total that is not the sum of amount and VAT', ['totals', 'invoices'], set.receipt('total_minor = total_minor + 1')],
  ['the total of an invoice that is not the sum of amount and VAT', ['totals'], set.invoice('total_minor = total_minor + 1')],
  ['the total of a credit note that is not the sum of amount and VAT', ['totals'], set.note('total_minor = total_minor + 1')],
  ['a gap in the numbers', ['numbers'], set.receipt(`number = split_part(number, '-', 1) || '-000009'`)],
  ['numbers of a year that do not begin at 1', ['numbers'], set.other(`number = split_part(number, '-', 1) || '-000000'`)],
  ['a gap in the numbers of invoices', ['numbers'], set.invoice(`number = split_part(number, '-', 1) || '-000002'`)],
  ['a finished order without a receipt', ['receipts'], set.receipt('project_gid = gid')],
  ['the receipt of an order that is not finished', ['receipts'], set.project(`state || '{"status": "in_progress"}'`)],
  ['a receipt over another amount than its order', ['receipts'], set.project(`jsonb_set(state, '{price,amount_minor}', '25001')`)],
  ['a receipt in another currency than its order', ['receipts'], set.project(`jsonb_set(state, '{price,currency}', '"USD"')`)],
  [
    'a payment beside another one, whose refund has failed',
    ['refunds', 'invoices'],
    set.receipt(`${PAID}, paid_minor = 30000`),
    payment({ isSurplus: true }),
    refund('failed'),
  ],
  [
    'a receipt that could not be charged and that nobody tries again',
    ['untried'],
    set.other(`status = 'failed', payment_rid = 'cus_1', invoice_gid = null`),
    SOURCE,
  ],
  [
    'a payment that is not decided and that nobody looks up',
    ['untried'],
    set.other(`payment_rid = 'cus_1'`),
    SOURCE,
    payment({ status: 'pending', received: 0, of: '<>' }),
  ],
  [
    'a payment above what is owed, of which nothing goes back',
    ['refunds', 'invoices'],
    set.receipt(`${PAID}, paid_minor = 30000`),
    payment(),
  ],
  ['a refund that nobody makes', ['stranded_refunds'], refund('open')],
  ['a receipt of a void invoice that is not credited', ['settled'], set.invoice(`status = 'void', owed_minor = 0`)],
  ['a payment that was received for a receipt that is open', ['provider'], payment()],
  ['more refunds than were received', ['provider'], payment({ status: 'failed', received: 0, refunded: 1 })],
  [
    'a receipt that is credited more than its credit notes say',
    ['credits', 'invoices'],
    set.receipt('credited_amount_minor = credited_amount_minor + 1'),
  ],
  [
    'a receipt that is credited more VAT than its credit notes say',
    ['credits', 'invoices'],
    set.receipt('credited_vat_minor = credited_vat_minor + 1'),
  ],
  ['a credit note without a receipt', ['credits'], set.note('receipt_gid = organization_gid')],
  [
    'credit notes over more than the receipt',
    ['credits', 'payments', 'invoices'],
    set.note('amount_minor = amount_minor + 25000, total_minor = total_minor + 25000'),
    set.receipt('credited_amount_minor = credited_amount_minor + 25000'),
  ],
  ['a receipt that is paid though less was paid than is owed', ['payments', 'invoices'], set.receipt(`${PAID}, paid_minor = 1`)],
  ['a receipt that is paid though nobody knows how much', ['payments', 'invoices'], set.receipt(PAID)],
  ['a payment of a receipt that is open', ['payments'], set.receipt('paid_minor = 1')],
  ['an invoice that is not the sum of its receipts', ['invoices'], set.receipt('invoiced_amount_minor = invoiced_amount_minor + 1')],
  ['an invoice that owes something else than its receipts', ['invoices'], set.invoice('owed_minor = owed_minor - 1')],
  ['an invoice that holds no receipt, and a receipt on none', ['invoices'], set.receipt('invoice_gid = organization_gid')],
  ['a receipt on the invoice of another month', ['invoiced'], set.invoice(`period = '2020-01'`)],
  ['a receipt on the invoice of another organization', ['invoiced'], set.invoice('organization_gid = gid')],
  ['a receipt on an invoice in another currency', ['invoiced'], set.invoice(`currency = 'USD'`)],
  ['a receipt that does not follow its paid invoice', ['settled'], set.invoice(`${PAID}, owed_minor = 0`)],
];

describe('the integrity checks of billing', () => {
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

  test('integrity checks pass when each finished order has its receipt, and receipts, invoices, credit notes and payments agree', async () => {
    assert.deepEqual(await billing.service.checkIntegrity(), []);
  });

  for (const [what, breaks, ...wrong] of mistakes)
    test(`integrity checks fail for ${what}`, async () => {
      assert.deepEqual(await failingChecksAfter(billing, integrityChecks, wrong, receipt), breaks);
    });
});
