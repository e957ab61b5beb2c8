import { anyOf, column, date, expression, pick, raw, resource, sql, table } from '@partner-ordering/data';
import { organizationReference, userReference } from '@partner-ordering/commerce';
import { stateReference } from '@partner-ordering/messaging';
import type { File, InvoiceReference, ProjectReference, Receipt, Vat } from '../../generated/models.ts';
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
    project: stateReference<ProjectReference>('project', '/v1/projects', { title: true })(r.projectGid),
    amount: expression<number>(raw('money_major(r.amount_minor, r.currency)')),
    vat: expression<Vat>(
      raw(
        `json_build_object('amount', money_major(r.vat_minor, r.currency), 'ratio', trim_scale(r.vat_rate / 10000.0), 'currency', r.currency)`,
      ),
    ),
    total: expression<number>(raw('money_major(r.total_minor, r.currency)')),
    test: column(r.isTest),
    paid_at: date(r.paidAt),
    invoice: expression<InvoiceReference | null>(raw('null')),
    file: expression<File | null>(raw(`case when r.file_url is not null then json_build_object('url', r.file_url) end`)),
  },
  visible: ({ user, memberOf, manages }) => {
    const joined = memberOf.filter((organization) => !manages.includes(organization));
    const own = sql`(${r.userGid.sql} = ${user} and ${r.organizationGid.sql} = any(${joined}))`;
    return [anyOf(r.organizationGid, manages), ...(joined.length > 0 ? [own] : [])];
  },
});
