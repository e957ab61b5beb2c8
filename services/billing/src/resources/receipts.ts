import { column, date, expression, jsonObject, money, pick, raw, resource, sql, table } from '@partner-ordering/data';
import { organizationReference, ownOrManaged, userReference, vatField } from '@partner-ordering/commerce';
import { stateReference } from '@partner-ordering/messaging';
import type { FollowedStates } from '../../generated/events.ts';
import type { File, InvoiceReference, Receipt } from '../../generated/models.ts';
import { Receipt as ReceiptEntity } from '../domain/receipt.ts';

const r = table(ReceiptEntity, 'r');

/** Receipts of the organizations the caller manages, and of the caller's own projects while they are a member. */
export const receipts = resource<Receipt>()({
  noun: 'receipt',
  path: '/v1/receipts',
  table: r,
  fields: {
    ...pick(r, 'number', 'status', 'failure'),
    organization: organizationReference(r.organizationGid),
    user: userReference(r.userGid),
    project: stateReference<FollowedStates>()('project', '/v1/projects', ['title'])(r.projectGid),
    amount: money(r.amountMinor, r.currency),
    total: money(r.totalMinor, r.currency),
    test: column(r.isTest),
    paid_at: date(r.paidAt),
    invoice: expression<InvoiceReference | null>(raw('null')),
    file: expression<File | null>(sql`case when r.file_url is not null then ${jsonObject({ url: raw('r.file_url') })} end`),
    vat: vatField({ minor: r.vatMinor, rate: r.vatRate, currency: r.currency }),
  },
  visible: (principal) => ownOrManaged(principal, { owner: r.userGid, organization: r.organizationGid }),
});
