import { defineEntity, p } from '@mikro-orm/postgresql';

/** A receipt, invoice or credit note without a PDF after three attempts, as a view; nothing writes it. */
export const UnrenderedDocumentSchema = defineEntity({
  name: 'UnrenderedDocument',
  tableName: 'unrendered_document',
  properties: {
    gid: p.uuid().primary(),
    createdAt: p.datetime(),
    kind: p.string().$type<'receipt' | 'invoice' | 'credit_note'>(),
    number: p.string(),
    organizationGid: p.uuid(),
    /** Error of the last attempt. */
    reason: p.text(),
    /** Those that failed. */
    attempts: p.integer(),
  },
});

/** A document that still lacks its PDF. */
export class UnrenderedDocument extends UnrenderedDocumentSchema.class {}
UnrenderedDocumentSchema.setClass(UnrenderedDocument);
