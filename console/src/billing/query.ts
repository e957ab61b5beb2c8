import { all, type CallOptions, type Expression, type Field, type Relation, type Time } from '@partner-ordering/client';
import type { InvoiceStatus, ListInvoicesFields, ListReceiptsFields, ReceiptStatus } from '@partner-ordering/client';
import { api } from '../api/client.ts';
import type { Paging } from '../kit/list.tsx';
import { filters } from '../orders/query.ts';
import type { DocumentFilters } from './documents.tsx';
import type { Known } from '../text/values.ts';

/** The most values that a query may compare with. */
const MAX_ORDERS = 100;

const is = <Value>(field: { eq: (value: Value) => Expression }, value: Value | undefined): Expression =>
  value === undefined ? all() : field.eq(value);

/** The number that somebody typed, with the zeros that they left out: `R2026-000012` of `r2026-12`. Undefined for other words. */
function numberIn(text = ''): string | undefined {
  const [, series, number] = /^\s*([a-z]+\d{4}-)(\d+)\s*$/i.exec(text) ?? [];
  return series && series.toUpperCase() + number!.padStart(6, '0');
}

const monthAfter = (month: string): Date => new Date(Date.UTC(...(month.split('-').map(Number) as [year: number, month: number])));

/** Documents of a number, or of the orders that the words find best, and of a month in UTC. */
export async function documentsBy({ search, month }: DocumentFilters, options: CallOptions, organization?: string) {
  const number = numberIn(search);
  const finished = (p: Parameters<typeof filters.finished>[0]) => all(filters.finished(p), is(p.organization.gid, organization));
  const orders = search && !number ? await api.listProjects({ search, where: finished, limit: MAX_ORDERS }, options) : undefined;
  return (document: { number: Field<string>; created_at: Field<Time>; project: Relation<{ gid: Field<string> }> }): Expression =>
    all(
      is(document.number, number),
      orders ? document.project.gid.in(orders.items.map(({ gid }) => gid)) : all(),
      month ? document.created_at.ge(new Date(month)).and(document.created_at.lt(monthAfter(month))) : all(),
    );
}

/** Reads the receipts of an organization, or of all. */
export const receiptsOf =
  (organization?: string) =>
  async (paging: Paging, { status, ...sought }: DocumentFilters<Known<ReceiptStatus>>, options: CallOptions) => {
    const matches = await documentsBy(sought, options, organization);
    const where = (r: ListReceiptsFields): Expression => all(matches(r), is(r.organization.gid, organization), is(r.status, status));
    return api.listReceipts({ ...paging, orderBy: 'created_at', where }, options);
  };

/** Reads the invoices of an organization, or of all. An index has those of a month by `gid`, which is the order of their creation, too. */
export const invoicesOf =
  (organization?: string) =>
  (paging: Paging, { search, month, status }: DocumentFilters<Known<InvoiceStatus>>, options: CallOptions) => {
    const number = numberIn(search) ?? search;
    const where = (i: ListInvoicesFields): Expression =>
      all(is(i.organization.gid, organization), is(i.number, number), is(i.period, month), is(i.status, status));
    return api.listInvoices({ ...paging, orderBy: month ? 'gid' : 'created_at', where }, options);
  };
