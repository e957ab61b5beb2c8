import { raw, sql, type Queryable, type Transaction } from '@partner-ordering/data';
import type { VatLine } from './invoice.ts';

/** Whose receipts an invoice collects: of one organization, month (`2026-11`, UTC) and currency. */
export interface InvoiceGroup {
  organization: string;
  period: string;
  currency: string;
}

/** Whether the payment source that a receipt `r` was made with is there. What it was replaced by is another one. */
export const HAS_SOURCE = 'exists (select from payment_source s where s.organization_gid = r.organization_gid and s.rid = r.payment_rid)';

/**
 * Receipts `r` that an invoice has to collect: nothing has paid them, none holds them, and no payment source can be charged with them, or
 * that is gone, or its last attempt has failed. A charge that has begun is waited for until its outcome is known: it may succeed.
 */
const toInvoice = raw(`r.status <> 'paid' and r.invoice_gid is null and (r.payment_rid is null or ((not ${HAS_SOURCE}
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
function boundsOf(period: string): [from: Date, until: Date] {
  const from = new Date(`${period}-01T00:00:00Z`);
  return [from, new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1))];
}

/**
 * Groups with receipts to collect of months that are over at `now`, for which no job is queued but one that was given up: at most `limit`.
 */
export async function groupsToInvoice(database: Queryable, now: Date, limit: number): Promise<InvoiceGroup[]> {
  const [presentMonth] = boundsOf(now.toISOString().slice(0, 7));
  return database.query<InvoiceGroup>(sql`
    select * from (
      select distinct r.organization_gid as organization, ${monthOf} as period, r.currency from receipt r
      where ${toInvoice} and r.created_at < ${presentMonth}
    ) due
    where not exists (select from job where name = 'invoice_organization' and key = organization || '/' || period || '/' || currency and given_up_at is null)
    order by period, organization, currency limit ${limit}`);
}

/** The currencies of an organization's receipts of a month that are to be collected. */
export async function currenciesToInvoice(
  database: Queryable,
  { organization, period }: Omit<InvoiceGroup, 'currency'>,
): Promise<string[]> {
  const [from, until] = boundsOf(period);
  const rows = await database.query<{ currency: string }>(sql`
    select distinct r.currency from receipt r
    where r.organization_gid = ${organization} and ${toInvoice} and r.created_at >= ${from} and r.created_at < ${until} order by 1`);
  return rows.map(({ currency }) => currency);
}

/** As many as `receipts` of an invoice names, and its PDF has place for. */
const MAX_RECEIPTS = 100_000;

/**
 * Has an invoice hold the receipts of a group, each with what is left of it, and answers what they come to. They are locked in order of
 * their gids. More than `most` of them are left to the next invoice.
 */
export async function holdReceipts(
  tx: Transaction,
  invoice: string,
  group: InvoiceGroup,
  { now, most = MAX_RECEIPTS }: { now: Date; most?: number },
): Promise<VatLine[]> {
  const [from, until] = boundsOf(group.period);
  const due = await tx.query<{ gid: string }>(sql`
    select r.gid from receipt r
    where r.organization_gid = ${group.organization} and r.currency = ${group.currency} and ${toInvoice}
      and r.created_at >= ${from} and r.created_at < ${until}
    order by r.gid limit ${most} for no key update`);
  // A statement of its own sees the charges that were begun while the locks were waited for.
  const lines = await tx.query<Record<keyof VatLine, string>>(sql`
    with held as (
      update receipt r set invoice_gid = ${invoice}, modified_at = ${now},
        invoiced_amount_minor = r.amount_minor - r.credited_amount_minor, invoiced_vat_minor = r.vat_minor - r.credited_vat_minor
      where r.gid = any(${due.map(({ gid }) => gid)}::uuid[]) and ${toInvoice}
      returning r.vat_rule, r.vat_rate, r.invoiced_amount_minor, r.invoiced_vat_minor
    )
    select vat_rule as "vatRule", vat_rate as "vatRate", sum(invoiced_amount_minor) as "amountMinor", sum(invoiced_vat_minor) as "vatMinor"
    from held group by 1, 2 order by 2 desc, 1`);
  return lines.map(({ vatRule, vatRate, amountMinor, vatMinor }) => ({
    vatRule: vatRule as VatLine['vatRule'],
    ...{ vatRate: Number(vatRate), amountMinor: Number(amountMinor), vatMinor: Number(vatMinor) },
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
export async function linesOf(database: Queryable, invoice: string): Promise<InvoiceLine[]> {
  const rows = await database.query<Omit<InvoiceLine, 'amountMinor'> & { amountMinor: string }>(sql`
    select number, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt", vat_rate as "vatRate",
      content->'project'->>'title' as title, content->'project'->>'shortCode' as "shortCode", invoiced_amount_minor as "amountMinor",
      payment_rid is not null as "isInvoice"
    from receipt where invoice_gid = ${invoice} order by created_at, gid`);
  return rows.map((row) => ({ ...row, amountMinor: Number(row.amountMinor) }));
}

/**
 * Gids of the receipts of an ended invoice that have not followed it yet, in their order: of a void one those that something is left of, of
 * a paid one those that are not paid.
 */
export async function receiptsToFollow(database: Queryable, invoice: string, status: 'paid' | 'void', limit: number): Promise<string[]> {
  const isLeft = raw(status === 'void' ? 'credited_amount_minor < amount_minor' : `status <> 'paid'`);
  const rows = await database.query<{ gid: string }>(
    sql`select gid from receipt where invoice_gid = ${invoice} and ${isLeft} order by gid limit ${limit}`,
  );
  return rows.map(({ gid }) => gid);
}
