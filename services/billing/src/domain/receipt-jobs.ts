import { raw, sql, type Queryable, type Sql } from '@partner-ordering/data';
import type { NewJob } from '@partner-ordering/http';
import { chargeable, type InvoiceGroup } from './held-receipts.ts';
import type { Receipt } from './receipt.ts';

/** The jobs of this service, with the data that each takes. */
export interface BillingJobs {
  /** Makes and stores the PDF of a receipt. */
  render_receipt: { gid: string };
  /** Charges a receipt to its payment source. */
  charge_receipt: { gid: string };
  /** Looks up a payment at the provider, and records what it tells. */
  read_payment: { payment: string };
  /** Cancels what the provider has begun for a receipt that was paid otherwise. */
  cancel_payment: { gid: string };
  /** Has the provider give money back. */
  refund_payment: { gid: string };
  /** Makes and stores the PDF of a credit note. */
  render_credit_note: { gid: string };
  /** Makes and stores the PDF of an invoice. */
  render_invoice: { gid: string };
  /** Adds a job for each invoice of past months that is to be issued. */
  invoice_receipts: Record<string, never>;
  /** Issues an invoice. */
  invoice_organization: InvoiceGroup;
  /** Has the receipts of an ended invoice follow it. */
  settle_invoice: { gid: string };
  /** Adds the mails about invoices that are due. */
  remind_invoices: Record<string, never>;
  /** Adds what renders, charges and refunds where it is lacking. */
  find_receipts_without_jobs: Record<string, never>;
}

type ReceiptJob = 'render_receipt' | 'charge_receipt';
type FoundJob = ReceiptJob | 'render_credit_note' | 'render_invoice' | 'refund_payment';
type RowJob = FoundJob | 'cancel_payment' | 'settle_invoice';

/** What a receipt still needs. `charges` says whether the payment provider charges by itself. */
export function jobsOf(receipt: Receipt, charges: boolean): NewJob<BillingJobs>[] {
  const names: ReceiptJob[] = [];
  if (receipt.fileUrl === null) names.push('render_receipt');
  if (receipt.isToCharge && charges) names.push('charge_receipt');
  return names.map((name) => jobOf(name, receipt.gid));
}

/** What is rendered, by the job that does it. */
const rendered = { render_receipt: 'receipt', render_credit_note: 'credit_note', render_invoice: 'invoice' } as const;

/** Whether no job of this name is there for a gid but one that was given up, which begins anew. */
const lacks = (name: FoundJob) => raw(`not exists (select from job where name = '${name}' and key = gid::text and given_up_at is null)`);

/**
 * What still needs something and has no job for it: its job was given up, or a charge has failed and is tried again now. At
 * most `limit` of each kind.
 */
export async function missingJobs(
  database: Queryable,
  { charges, limit, now }: { charges: boolean; limit: number; now: Date },
): Promise<NewJob<BillingJobs>[]> {
  const find = async (name: FoundJob, query: Sql): Promise<NewJob<BillingJobs>[]> =>
    (await database.query<{ gid: string }>(query)).map(({ gid }) => jobOf(name, gid));
  const found: NewJob<BillingJobs>[] = [];
  for (const [name, table] of Object.entries(rendered) as [keyof typeof rendered, string][])
    found.push(
      ...(await find(name, sql`select gid from ${raw(table)} where file_url is null and ${lacks(name)} order by gid limit ${limit}`)),
    );
  if (!charges) return found;
  const toCharge = sql`
    (select gid from receipt r where status <> 'paid' and payment_rid is not null and ${chargeable}
      and not exists (select 1 from payment where receipt_gid = r.gid)
      and ${lacks('charge_receipt')} order by gid limit ${limit})
    union all
    (select gid from payment p join receipt r on r.gid = p.receipt_gid
      where next_attempt_at <= ${now} and (p.status = 'pending' or r.status <> 'paid' and ${chargeable})
      and ${lacks('charge_receipt')} order by next_attempt_at limit ${limit})`;
  const toRefund = sql`select gid from refund where status = 'open' and ${lacks('refund_payment')} order by gid limit ${limit}`;
  return [...found, ...(await find('charge_receipt', toCharge)), ...(await find('refund_payment', toRefund))];
}

/** A job about a row, of which one at a time is queued. */
export const jobOf = (name: RowJob, gid: string): NewJob<BillingJobs> => ({ name, key: gid, data: { gid } });
