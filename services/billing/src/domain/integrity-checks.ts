import type { IntegrityChecks } from '@partner-ordering/service';
import { HAS_SOURCE } from './collected-receipts.ts';

/** The tables with numbers of series. */
const numbered = ['receipt', 'invoice', 'credit_note', 'skipped_number'].map((table) => `select number from ${table}`).join(' union all ');

const CREDITED = 'credited_amount_minor + credited_vat_minor';

/** Invariants between orders as billing knows them, receipts, invoices, credit notes and payments, and their numbers. */
export const integrityChecks: IntegrityChecks = {
  // Every finished order that billing has heard of has its receipt, over its price, and no other order has one.
  receipts: `
    select coalesce(receipt.project_gid::text, project.key) as project, receipt.number, project.state ->> 'status' as status, project.state -> 'price' as price
    from receipt full join (select * from shared_state where type = 'project' and state is not null) project on project.key = receipt.project_gid::text
    where (project.state ->> 'status' in ('finished', 'paid')) is distinct from (receipt.gid is not null)
      or receipt.gid is not null and (amount_minor, currency) is distinct from
        ((project.state -> 'price' ->> 'amount_minor')::bigint, project.state -> 'price' ->> 'currency')`,
  totals: `
    select number, amount_minor, vat_minor, total_minor
    from (select number, amount_minor, vat_minor, total_minor from receipt union all select number, amount_minor, vat_minor, total_minor from invoice
      union all select number, amount_minor, vat_minor, total_minor from credit_note) documents
    where total_minor <> amount_minor + vat_minor`,
  // A receipt whose payment the provider has received is paid. Refunds never exceed the received amount.
  provider: `
    select receipt.number, receipt.status, payment.status as payment, received_minor, refunded_minor
    from payment left join receipt on receipt.gid = payment.receipt_gid
    where receipt.gid is null or (received_minor > 0 or payment.status = 'paid') and receipt.status <> 'paid' or refunded_minor > received_minor`,
  // Money that the provider holds above the amount due is refunded. People make a refund that failed for good, or in another currency,
  // at the provider.
  refunds: `
    select receipt.number, received_minor, refunded_minor, asked_minor, is_surplus, total_minor, ${CREDITED} as credited_minor
    from payment join receipt on receipt.gid = payment.receipt_gid
      cross join lateral (select coalesce(sum(amount_minor), 0) as asked_minor from refund where receipt_gid = receipt.gid and status = 'open') asked
    where receipt.status = 'paid' and (is_surplus or coalesce(payment.currency, receipt.currency) = receipt.currency) and received_minor - refunded_minor - asked_minor
      - case when dispute_status = 'lost' then coalesce(dispute_minor, 0) else 0 end > case when is_surplus then 0 else total_minor - (${CREDITED}) end`,
  // A refund that is not made yet has its job.
  stranded_refunds: `
    select refund.gid, receipt.number, refund.amount_minor
    from refund left join receipt on receipt.gid = refund.receipt_gid
    where refund.status = 'open' and not exists (select from job where name = 'refund_payment' and key = refund.gid::text and given_up_at is null)`,
  // A receipt that could not be charged is tried again or goes on an invoice: its payment says which. One that is not decided is looked up.
  untried: `
    select r.number, r.status, payment.status as payment, attempts
    from receipt r left join payment on payment.receipt_gid = r.gid
    where r.status <> 'paid' and r.invoice_gid is null and ${HAS_SOURCE}
      and (r.status = 'failed' and payment.receipt_gid is null or payment.status = 'pending' and next_attempt_at is null)`,
  // The numbers of a year begin at 1 and have no gap.
  numbers: `
    select series, count(*), min(place) as first, max(place) as last
    from (select split_part(number, '-', 1) as series, split_part(number, '-', 2)::int as place from (${numbered}) numbers) numbered
    group by series having min(place) <> 1 or max(place) <> count(*)`,
  // The credited amount of a receipt is the sum of its credit notes, and no more than the receipt.
  credits: `
    select receipt.number, credited_amount_minor, credited_vat_minor, note.amount_minor, note.vat_minor
    from receipt full join (
      select receipt_gid, sum(amount_minor) as amount_minor, sum(vat_minor) as vat_minor from credit_note group by receipt_gid
    ) note on note.receipt_gid = receipt.gid
    where receipt.gid is null or credited_amount_minor <> coalesce(note.amount_minor, 0) or credited_vat_minor <> coalesce(note.vat_minor, 0)
      or credited_amount_minor not between 0 and receipt.amount_minor or credited_vat_minor not between 0 and receipt.vat_minor`,
  // A receipt is paid when payment and credit notes come to its total; until then something is owed. What was paid beyond that is to be
  // paid back.
  payments: `
    select number, status, total_minor, paid_minor, ${CREDITED} as credited_minor
    from receipt
    where case when status = 'paid' then paid_at is null or (paid_minor between greatest(0, total_minor - (${CREDITED})) and total_minor) is not true
      else paid_at is not null or paid_minor is not null or ${CREDITED} >= total_minor end`,
  // An invoice is the sum of what was left of its receipts. While it is open, it owes what they owe.
  invoices: `
    select invoice.number, invoice.status, invoice.amount_minor, invoice.vat_minor, invoice.owed_minor, held.*
    from invoice full join (
      select invoice_gid, sum(invoiced_amount_minor) as held_amount_minor, sum(invoiced_vat_minor) as held_vat_minor,
        sum(case when status = 'paid' then 0 else total_minor - (${CREDITED}) end) as receipts_owed_minor
      from receipt where invoice_gid is not null group by invoice_gid
    ) held on held.invoice_gid = invoice.gid
    where invoice.gid is null or held.invoice_gid is null or invoice.amount_minor <> held_amount_minor or invoice.vat_minor <> held_vat_minor
      or invoice.owed_minor <> case when invoice.status = 'open' then receipts_owed_minor else 0 end`,
  // A receipt is on an invoice of its organization, month and currency.
  invoiced: `
    select receipt.number, invoice.number as invoice, receipt.organization_gid, receipt.currency, receipt.created_at, invoice.period
    from receipt join invoice on invoice.gid = receipt.invoice_gid
    where receipt.organization_gid <> invoice.organization_gid or receipt.currency <> invoice.currency
      or to_char(receipt.created_at at time zone 'UTC', 'YYYY-MM') <> invoice.period or receipt.is_test`,
  // The receipts of an ended invoice follow it, by a job while there are some left.
  settled: `
    select invoice.number, invoice.status, receipt.number as receipt, receipt.status as receipt_status
    from invoice join receipt on receipt.invoice_gid = invoice.gid
    where (invoice.status = 'paid' and receipt.status <> 'paid' or invoice.status = 'void' and credited_amount_minor < receipt.amount_minor)
      and not exists (select from job where name = 'settle_invoice' and key = invoice.gid::text)`,
};
