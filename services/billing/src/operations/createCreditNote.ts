import { manageOrganization } from '@partner-ordering/commerce';
import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { creditOf } from '../domain/credit-note.ts';
import { changeOwedAmount } from '../domain/invoiced-receipt.ts';
import { lockReceipt, writeCreditNote } from '../domain/write-credit-note.ts';
import { creditNoteHref } from '../resources/credit-notes.ts';

export const createCreditNote: Operations['createCreditNote'] = async (context) => {
  const { path, body, principal, tx, invoicing } = context;
  await manageOrganization({ queryable: tx, principal }, path.orgGid, 'create', 'credit note', 'admin');
  const lockedReceipt = principal.isAdmin ? await lockReceipt(tx, body.receipt.gid, path.orgGid) : null;
  const { receipt, credit } = creditOf(principal, body, lockedReceipt);
  const { gid } = await changeOwedAmount(tx, receipt, context, () => writeCreditNote(tx, { receipt, credit }, invoicing.clock, context));
  return created(creditNoteHref(path.orgGid, gid));
};
