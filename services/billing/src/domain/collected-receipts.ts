import { modifiedAt, raw, sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { chargeUnit } from '@partner-ordering/kernel';
import type { VatLine } from './invoice.ts';

/** The receipts that an invoice collects: of one organization, month (`2026-11`, UTC) and currency. */
export interface InvoiceGroup {
  organization: string;
  period: string;
  currency: string;
}

/** The payment source that receipt `r` was made with is there. A replacement is another one. */
export const HAS_SOURCE = 'exists (select from payment_source s where s.organization_gid = r.organization_gid and s.rid = r.payment_rid)';

/**
 * Receipts `r` to invoice: unpaid, on no invoice, and without a payment source, or it is gone, or its last attempt has failed. A charge
 * that has begun may succeed, so its outcome is waited for.
 */
const invoiceable = raw(`r.status <> 'paid' and r.invoice_gid is null and (r.payment_rid is null or ((not ${HAS_SOURCE}
    or exists (select from payment p where p.receipt_gid = r.gid and p.status in ('failed', 'canceled') and p.next_attempt_at is null))
  and not exists (select from payment p where p.receipt_gid = r.gid and p.status = 'pending')))`);

/** Receipts `r` that can be charged: their payment source is there, and no invoice holds them. */
export const chargeable = raw(`r.invoice_gid is null and ${HAS_SOURCE}`);

/** Whether a receipt can still be charged to the payment source that it was made with. */
export async function isChargeable(database: Queryable, gid: string): Promise<boolean> {
  return (await database.query(sql`select from receipt r where r.gid = ${gid} and ${chargeable}`)).length > 0;
}

const monthOf = raw(`to_char(r.created_at at time zone 'UTC', 'YYYY-MM')`);

/** First moments of a month and of the next one. */
function monthBounds(period: string): [from: Date, until: Date] {
  const from = new Date(`${period}-01T00:00:00Z`);
  return [from, new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1))];
}

/** Groups of past months with receipts to collect, at most `limit`. A group with a queued job is left out unless the job was given up. */
export async function groupsToInvoice(database: Queryable, now: Date, limit: number): Promise<InvoiceGroup[]> {
  const [presentMonth] = monthBounds(now.toISOString().slice(0, 7));
  return database.query<InvoiceGroup>(sql`
    select * from (
      select distinct r.organization_gid as organization, ${monthOf} as period, r.currency from receipt r
      where ${invoiceable} and r.created_at < ${presentMonth}
    ) due
    where not exists (select from job where name = 'invoice_organization' and key = organization || '/' || period || '/' || currency and given_up_at is null)
    order by period, organization, currency limit ${limit}`);
}

/** The currencies of an organization's receipts of a month that are to be collected. */
export async function currenciesToInvoice(
  database: Queryable,
  { organization, period }: Omit<InvoiceGroup, 'currency'>,
): Promise<string[]> {
  const [from, until] = monthBounds(period);
  const rows = await database.query<{ currency: string }>(sql`
    select distinct r.currency from receipt r
    where r.organization_gid = ${organization} and ${invoiceable} and r.created_at >= ${from} and r.created_at < ${until} order by 1`);
  return rows.map(({ currency }) => currency);
}

/** The most receipts that `receipts` of an invoice names and that fit into its PDF. */
const MAX_RECEIPTS = 100_000;

/**
 * The VAT of an invoice, rounded on each receipt, is less than so many `chargeUnit`s off that of its net sum: 1.00 in most currencies, as
 * EN 16931 wants (docs/developers/decisions/0012-vat-of-an-invoice.md).
 */
const ROUNDING_UNITS = 100;

/**
 * Puts the receipts of a group on an invoice and answers their sums: at most `max`, and fewer if their VAT at a rate would be too far from
 * that rate of their sum. They are taken, and locked, in the order of their gids.
 */
export async function collectReceipts(
  tx: Transaction,
  invoice: string,
  group: InvoiceGroup,
  { now, max = MAX_RECEIPTS }: { now: Date; max?: number },
): Promise<VatLine[]> {
  const [from, until] = monthBounds(group.period);
  const due = await tx.query<{ gid: string }>(sql`
    select r.gid from receipt r
    where r.organization_gid = ${group.organization} and r.currency = ${group.currency} and ${invoiceable}
      and r.created_at >= ${from} and r.created_at < ${until}
    order by r.gid limit ${max} for no key update`);
  const unit = chargeUnit(group.currency);
  // A statement of its own sees the charges that were begun while the locks were waited for.
  const lines = await tx.query<Record<keyof VatLine, string>>(sql`
    with due as (
      select r.gid, r.vat_rate, r.amount_minor - r.credited_amount_minor as net, r.vat_minor - r.credited_vat_minor as vat from receipt r
      where r.gid = any(${due.map(({ gid }) => gid)}::uuid[]) and ${invoiceable}
    ), summed as (
      select *, abs(sum(vat) over of_rate - round(sum(net) over of_rate * vat_rate / ${10_000 * unit}) * ${unit}) >= ${ROUNDING_UNITS * unit} as is_off
      from due window of_rate as (partition by vat_rate order by gid)
    ), fitting as (
      select *, bool_or(is_off) over (order by gid) as is_beyond from summed
    ), held as (
      update receipt r set invoice_gid = ${invoice}, modified_at = ${modifiedAt(now)}, invoiced_amount_minor = net, invoiced_vat_minor = vat
      from fitting where fitting.gid = r.gid and not is_beyond
      returning r.vat_rule, r.vat_rate, r.invoiced_amount_minor, r.invoiced_vat_minor
    )
    select vat_rule as "vatRule", vat_rate as "vatRate", sum(invoiced_amount_minor) as "amountMinor", sum(invoiced_vat_minor) as "vatMinor"
    from held group by 1, 2 order by 2 desc, 1`);
  return lines.map(({ vatRule, vatRate, amountMinor, vatMinor }) => ({
    vatRule: vatRule as VatLine['vatRule'],
    vatRate: Number(vatRate),
    amountMinor: Number(amountMinor),
    vatMinor: Number(vatMinor),
  }));
}

/** A receipt as a line of its invoice. */
export interface InvoiceLine {
  number: string;
  createdAt: string;
  title: string;
  shortCode: string;
  vatRate: number;
  amountMinor: number;
  /** Whether the receipt was an invoice of its own, which was to be charged to a payment source. */
  isInvoice: boolean;
}

/** The lines of an invoice, oldest first. */
export async function invoiceLines(database: Queryable, invoice: string): Promise<InvoiceLine[]> {
  const rows = await database.query<Omit<InvoiceLine, 'amountMinor'> & { amountMinor: string }>(sql`
    select number, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt", vat_rate as "vatRate",
      content->'project'->>'title' as title, content->'project'->>'shortCode' as "shortCode", invoiced_amount_minor as "amountMinor",
      payment_rid is not null as "isInvoice"
    from receipt where invoice_gid = ${invoice} order by created_at, gid`);
  return rows.map((row) => ({ ...row, amountMinor: Number(row.amountMinor) }));
}

/** Ordered gids of the receipts of an ended invoice that are still to settle: creditable ones of a void one, unpaid ones of a paid one. */
export async function receiptsToSettle(database: Queryable, invoice: string, status: 'paid' | 'void', limit: number): Promise<string[]> {
  const isUnsettled = raw(status === 'void' ? 'credited_amount_minor < amount_minor' : `status <> 'paid'`);
  const rows = await database.query<{ gid: string }>(
    sql`select gid from receipt where invoice_gid = ${invoice} and ${isUnsettled} order by gid limit ${limit}`,
  );
  return rows.map(({ gid }) => gid);
}
