import { amount, column, date, expression, pick, raw, resource, table } from '@partner-ordering/data';
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
    ...pick(r, 'number', 'status', 'failure', 'currency'),
    organization: organizationReference(r.organizationGid),
    user: userReference(r.userGid),
    project: stateReference<FollowedStates>()('project', '/v1/projects', ['title'])(r.projectGid),
    amount: amount(r.amountMinor, r.currency),
    vat: vatField({ minor: r.vatMinor, rate: r.vatRate, currency: r.currency }),
    total: amount(r.totalMinor, r.currency),
    test: column(r.isTest),
    paid_at: date(r.paidAt),
    invoice: expression<InvoiceReference | null>(raw('null')),
    file: expression<File | null>(raw(`case when r.file_url is not null then json_build_object('url', r.file_url) end`)),
  },
  visible: (principal) => ownOrManaged(principal, { owner: r.userGid, organization: r.organizationGid }),
});
