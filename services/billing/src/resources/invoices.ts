import { anyOf, date, expression, jsonArray, jsonObject, money, pick, raw, resource, sql, table } from '@partner-ordering/data';
import { organizationReference, vatField } from '@partner-ordering/commerce';
import type { File, Invoice, InvoiceVat, ReceiptReference } from '../../generated/models.ts';
import { Invoice as InvoiceEntity } from '../domain/invoice.ts';

const i = table(InvoiceEntity, 'i');

const receipt = jsonObject({ gid: raw('h.gid'), href: raw(`'/v1/receipts/' || h.gid`), number: raw('h.number') });

/** The invoices of the organizations that the caller manages. */
export const invoices = resource<Invoice>()({
  noun: 'invoice',
  path: '/v1/invoices',
  table: i,
  fields: {
    ...pick(i, 'number', 'period'),
    due_at: date(i.dueAt),
    ...pick(i, 'status'),
    paid_at: date(i.paidAt),
    organization: organizationReference(i.organizationGid),
    amount: money(i.amountMinor, i.currency),
    total: money(i.totalMinor, i.currency),
    owed: money(i.owedMinor, i.currency),
    file: expression<File | null>(sql`case when i.file_url is not null then ${jsonObject({ url: raw('i.file_url') })} end`),
    vat: expression<InvoiceVat>(vatField({ minor: i.vatMinor, rate: i.vatRate, currency: i.currency }).value as never),
    receipts: expression<ReceiptReference[]>(jsonArray(receipt, sql`from receipt h where h.invoice_gid = i.gid order by h.gid`)),
  },
  organization: i.organizationGid,
  visible: ({ manages }) => [anyOf(i.organizationGid, manages)],
});
