import { sql, type Queryable } from '@partner-ordering/data';
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
  /** Forgets the events of the provider that do not come again. */
  forget_payment_events: Record<string, never>;
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
  /** Adds the first two for receipts that lack them. */
  find_receipts_without_jobs: Record<string, never>;
}

type ReceiptJob = 'render_receipt' | 'charge_receipt';

/** What a receipt still needs. `charges` says whether the payment provider charges by itself. */
export function jobsOf(receipt: Receipt, charges: boolean): NewJob<BillingJobs>[] {
  const names: ReceiptJob[] = [];
  if (receipt.fileUrl === null) names.push('render_receipt');
  if (receipt.isToCharge && charges) names.push('charge_receipt');
  return names.map((name) => jobOf(name, receipt.gid));
}

/**
 * Receipts that still need something and have no job for it: a version that knew no jobs has made them, or a charge of them has failed and is tried again
 * now. At most `limit` of each kind.
 */
export async function missingJobs(
  database: Queryable,
  { charges, limit, now }: { charges: boolean; limit: number; now: Date },
): Promise<NewJob<BillingJobs>[]> {
  const toRender = await database.query<{ gid: string }>(sql`
    select gid from receipt where file_url is null
      and not exists (select 1 from job where name = 'render_receipt' and key = receipt.gid::text) order by gid limit ${limit}`);
  const toCharge = charges
    ? await database.query<{ gid: string }>(sql`
        (select gid from receipt r where status = 'open' and payment_rid is not null and ${chargeable}
          and not exists (select 1 from payment where receipt_gid = r.gid)
          and not exists (select 1 from job where name = 'charge_receipt' and key = r.gid::text) order by gid limit ${limit})
        union all
        (select gid from payment p join receipt r on r.gid = p.receipt_gid
          where next_attempt_at <= ${now} and (p.status = 'pending' or r.status <> 'paid' and ${chargeable})
          and not exists (select 1 from job where name = 'charge_receipt' and key = gid::text) order by next_attempt_at limit ${limit})`)
    : [];
  return [...toRender.map(({ gid }) => jobOf('render_receipt', gid)), ...toCharge.map(({ gid }) => jobOf('charge_receipt', gid))];
}

const jobOf = (name: ReceiptJob, gid: string): NewJob<BillingJobs> => ({ name, key: gid, data: { gid } });
