import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import type { WriteContext } from '@partner-ordering/writes';
import { isGid } from '@partner-ordering/kernel';
import { CreditNote, type Credit } from './credit-note.ts';
import { recordCreditNote, recordPaymentFact } from './facts.ts';
import { nextNumber } from './number-series.ts';
import { refundCredit } from './refund.ts';
import { jobOf, type BillingJobs } from './receipt-jobs.ts';
import { Receipt } from './receipt.ts';
import { stopCharging } from './stop-charging.ts';

/** The receipt of an organization, locked until the transaction ends; null when there is none. */
export async function lockReceipt({ em }: Transaction, gid: string, organizationGid: string): Promise<Receipt | null> {
  return isGid(gid) ? em.findOne(Receipt, { gid, organizationGid }, { lockMode: LockMode.PESSIMISTIC_WRITE }) : null;
}

/** Credits a part of a locked receipt: writes the note, publishes the facts, pays back and adds the job for the PDF. 400 for too much. */
export async function writeCreditNote(
  tx: Transaction,
  { receipt, credit }: { receipt: Receipt; credit: Credit },
  clock: () => Date,
  context: Pick<WriteContext<BillingJobs>, 'addJob' | 'publish' | 'now'>,
): Promise<CreditNote> {
  const wasPaid = receipt.status === 'paid';
  const credited = receipt.credit(credit.amountMinor, context.now);
  // Last, since the series is locked from then on.
  const issued = await nextNumber(tx, receipt.isTest ? 'test_credit_note' : 'credit_note', clock);
  const note = CreditNote.of(receipt, credit.reason, credited, issued);
  tx.em.persist(note);
  context.addJob(jobOf('render_credit_note', note.gid));
  recordCreditNote(context, note, 'credit_note.created');
  await refundCredit(tx, context, receipt, note);
  if (!wasPaid) recordPaymentFact(context, receipt);
  // Nothing is owed any more.
  if (!wasPaid && receipt.status === 'paid') await stopCharging(tx, context, receipt);
  return note;
}
