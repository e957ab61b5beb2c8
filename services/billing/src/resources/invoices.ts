import { isIn, date, expression, file, jsonArray, money, pick, referenceJson, resource, sql, table } from '@partner-ordering/data';
import { organizationReference, vatField } from '@partner-ordering/commerce';
import type { Invoice, InvoiceVat, ReceiptReference } from '../../generated/models.ts';
import { Invoice as InvoiceEntity } from '../domain/invoice.ts';
import { Receipt as ReceiptEntity } from '../domain/receipt.ts';

const i = table(InvoiceEntity, 'i');

const held = table(ReceiptEntity, 'held');
const receipt = referenceJson('/v1/receipts', { gid: held.gid, number: held.number });

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
    file: file(i.fileUrl),
    vat: expression<InvoiceVat>(vatField({ minor: i.vatMinor, rate: i.vatRate, currency: i.currency }).value as never),
    receipts: expression<ReceiptReference[]>(jsonArray(receipt, sql`from receipt held where held.invoice_gid = i.gid order by held.gid`)),
  },
  organization: i.organizationGid,
  visible: ({ manages }) => [isIn(i.organizationGid, manages)],
});
