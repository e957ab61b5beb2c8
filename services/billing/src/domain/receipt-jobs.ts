import { type Queryable, raw, sql } from '@partner-ordering/data';
import type { NewJob } from '@partner-ordering/jobs';
import { chargeable, type InvoiceGroup } from './collected-receipts.ts';

/** The jobs of this service, with the data that each takes. */
export interface BillingJobs {
  /** Makes and stores the PDF of a receipt. */
  render_receipt: { gid: string };
  /** Charges a receipt to its payment source. */
  charge_receipt: { gid: string };
  read_payment: { payment: string };
  /** Records the result of a setup page of the provider. */
  read_setup: { setup: string };
  /** Sets the payment method with which the provider charges a payment source. */
  set_payment_method: { source: string; method: string };
  detach_payment_method: { method: string };
  /** Cancels the provider's unfinished payment of a receipt that was paid otherwise. */
  cancel_payment: { gid: string };
  /** Refunds money at the provider. */
  refund_payment: { gid: string };
  /** Makes and stores the PDF of a credit note. */
  render_credit_note: { gid: string };
  /** Makes and stores the PDF of an invoice. */
  render_invoice: { gid: string };
  /** Adds a job for each invoice of past months that must be issued. */
  invoice_receipts: Record<string, never>;
  /** Issues an invoice. */
  invoice_organization: InvoiceGroup;
  /** Applies the end of an invoice to its receipts. */
  settle_invoice: { gid: string };
  /** Adds the mails about due invoices. */
  remind_invoices: Record<string, never>;
  /** Adds jobs for due charges and refunds that have none. */
  find_receipts_without_jobs: Record<string, never>;
}

type RowJob = 'charge_receipt' | 'cancel_payment' | 'refund_payment' | 'settle_invoice' | `render_${'receipt' | 'credit_note' | 'invoice'}`;

/** Whether a row has no job of this name, except one that was given up, which then starts again. */
const lacksJob = (name: RowJob) => raw(`not exists (select from job where name = '${name}' and key = gid::text and given_up_at is null)`);

/**
 * Jobs for due charges and refunds that have none, at most `limit` of each kind. Earlier jobs ended without effect if no provider was
 * configured, as after a restore.
 */
export async function paymentsWithoutJobs(database: Queryable, limit: number, now: Date): Promise<NewJob<BillingJobs>[]> {
  const found = await database.query<{ name: 'charge_receipt' | 'refund_payment'; gid: string }>(sql`
    (select 'charge_receipt' as name, gid from receipt r where status <> 'paid' and payment_rid is not null and ${chargeable}
      and not exists (select 1 from payment where receipt_gid = r.gid)
      and ${lacksJob('charge_receipt')} order by gid limit ${limit})
    union all
    (select 'charge_receipt', gid from payment p join receipt r on r.gid = p.receipt_gid
      where next_attempt_at <= ${now} and (p.status = 'pending' or r.status <> 'paid' and ${chargeable})
      and ${lacksJob('charge_receipt')} order by next_attempt_at limit ${limit})
    union all
    (select 'refund_payment', gid from refund where status = 'open' and ${lacksJob('refund_payment')} order by gid limit ${limit})`);
  return found.map(({ name, gid }) => jobOf(name, gid));
}

/** A job about a row. At most one is queued at a time. */
export const jobOf = (name: RowJob, gid: string): NewJob<BillingJobs> => ({ name, key: gid, data: { gid } });

/** Tries for more than a week, every ten minutes in the end, so that an outage of days loses no job. */
export const retryPolicy = { longestPauseMs: 600_000, maxAttempts: 1_500 };
