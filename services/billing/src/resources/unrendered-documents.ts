import { adminsOnly, expression, hrefOf, pick, resource, sql, table } from '@partner-ordering/data';
import { organizationReference } from '@partner-ordering/commerce';
import type { UnrenderedDocument } from '../../generated/models.ts';
import { UnrenderedDocument as UnrenderedDocumentEntity } from '../domain/unrendered-document.ts';
import { creditNotePath } from './credit-notes.ts';
import { invoices } from './invoices.ts';
import { receipts } from './receipts.ts';

const d = table(UnrenderedDocumentEntity, 'd');

/** Receipts, invoices and credit notes whose PDF failed, for admins. */
export const unrenderedDocuments = resource<UnrenderedDocument>()({
  noun: 'unrendered document',
  path: '/v1/unrendered_documents',
  table: d,
  fields: {
    href: expression<string>(
      sql`case ${d.kind.sql} when 'receipt' then ${hrefOf(receipts.path, d.gid).value} when 'invoice' then ${hrefOf(invoices.path, d.gid).value}
        else ${creditNotePath({ organization: d.organizationGid, gid: d.gid }).field.value} end`,
    ),
    ...pick(d, 'kind', 'number'),
    organization: organizationReference(d.organizationGid),
    ...pick(d, 'reason', 'attempts'),
  },
  visible: adminsOnly,
});
