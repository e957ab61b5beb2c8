import type { Transaction } from '@partner-ordering/data';
import type { Restore } from '@partner-ordering/messaging';
import type { CreditNoteState, InvoiceState, NumberSeriesState, ReceiptState } from '../../generated/events.ts';
import { CreditNote } from './credit-note.ts';
import { endOf, raisePast, type SeriesEnd } from './number-series.ts';
import { Receipt } from './receipt.ts';

/**
 * Puts right what the restored database has forgotten of its receipts and credit notes: no number that was published is issued again, and a receipt that was paid or rendered
 * since the backup is so again, and credited as it was. Receipts that the database does not know are made again by `billProject`, with their credit notes.
 */
export async function restoreReceipts(tx: Transaction, restore: Restore): Promise<void> {
  const ends: SeriesEnd[] = [];
  for await (const { state: lost } of restore.lost<NumberSeriesState>('number_series')) if (lost) ends.push(lost);
  for await (const { state: lost, ownState } of restore.lost<ReceiptState>('receipt')) {
    if (!lost) continue;
    ends.push(endOf(lost.number));
    const receipt = ownState && (await tx.em.findOne(Receipt, { gid: lost.gid }));
    receipt?.takeOver(lost);
  }
  for await (const { state: lost } of restore.lost<InvoiceState>('invoice')) if (lost) ends.push(endOf(lost.number));
  for await (const { state: lost, ownState } of restore.lost<CreditNoteState>('credit_note')) {
    if (!lost) continue;
    ends.push(endOf(lost.number));
    const receipt = ownState ? null : await tx.em.findOne(Receipt, { gid: lost.receipt });
    if (receipt) tx.em.persist(CreditNote.again(receipt, lost));
  }
  await raisePast(tx, ends);
}
