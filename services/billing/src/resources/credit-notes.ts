import { isIn, column, file, money, pick, reference, resource, resourcePath, table, type Column } from '@partner-ordering/data';
import { organizationReference, vatField } from '@partner-ordering/commerce';
import { stateReference } from '@partner-ordering/messaging';
import type { FollowedStates } from '../../generated/events.ts';
import type { CreditNote, ReceiptReference } from '../../generated/models.ts';
import { CreditNote as CreditNoteEntity } from '../domain/credit-note.ts';
import { Receipt as ReceiptEntity } from '../domain/receipt.ts';

const c = table(CreditNoteEntity, 'c');
const credited = table(ReceiptEntity, 'credited');

/** Path of a credit note, by the columns that hold its gids. */
export const creditNotePath = (columns: Record<'organization' | 'gid', Column>) =>
  resourcePath('/v1/orgs/{organization}/credit_notes/{gid}', columns);

const path = creditNotePath({ organization: c.organizationGid, gid: c.gid });

/** Path of a credit note. */
export const creditNoteHref = (organization: string, gid: string): string => path.of({ organization, gid });

/** The credit notes of the organizations that the caller manages. */
export const creditNotes = resource<CreditNote>()({
  noun: 'credit note',
  path: '/v1/orgs/{orgGid}/credit_notes',
  table: c,
  fields: {
    href: path.field,
    ...pick(c, 'number'),
    organization: organizationReference(c.organizationGid),
    receipt: reference<ReceiptReference>('/v1/receipts', credited, { gid: credited.gid, number: credited.number })(c.receiptGid),
    project: stateReference<FollowedStates>()('project', '/v1/projects', ['title'])(c.projectGid),
    ...pick(c, 'reason'),
    amount: money(c.amountMinor, c.currency),
    total: money(c.totalMinor, c.currency),
    test: column(c.isTest),
    file: file(c.fileUrl),
    vat: vatField({ minor: c.vatMinor, rate: c.vatRate, currency: c.currency }),
  },
  organization: c.organizationGid,
  visible: ({ manages }) => [isIn(c.organizationGid, manages)],
});
