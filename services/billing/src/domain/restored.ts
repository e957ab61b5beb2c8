import type { Transaction } from '@partner-ordering/data';
import type { Restore } from '@partner-ordering/messaging';
import type { CreditNoteState, InvoiceState, NumberSeriesState, ReceiptState } from '../../generated/events.ts';
import { CreditNote } from './credit-note.ts';
import { Payment } from './payment.ts';
import { endOf, raisePast, type SeriesEnd } from './number-series.ts';
import { Receipt } from './receipt.ts';

/** How receipts are charged. */
export interface Charging {
  /** Whether the payment provider charges by itself. */
  charges: boolean;
  clock: () => Date;
}

/**
 * Puts right what the restored database has forgotten of its receipts and credit notes: no number that was published is issued again, and a
 * receipt that was paid or rendered since the backup is so again, and credited as it was. Receipts that the database does not know are made
 * again by `billProjects`, with their credit notes.
 */
export async function restoreReceipts(tx: Transaction, restore: Restore, charging: Charging): Promise<void> {
  const ends: SeriesEnd[] = [];
  for await (const { state: lost } of restore.lost<NumberSeriesState>('number_series')) if (lost) ends.push(lost);
  for await (const { state: lost, ownState } of restore.lost<ReceiptState>('receipt')) {
    if (!lost) continue;
    ends.push(endOf(lost.number));
    const receipt = ownState && (await tx.em.findOne(Receipt, { gid: lost.gid }));
    if (receipt) await takeOver(tx, receipt, lost, charging);
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

async function takeOver(tx: Transaction, receipt: Receipt, lost: ReceiptState, charging: Charging): Promise<void> {
  const wasPaid = receipt.status === 'paid';
  receipt.takeOver(lost);
  if (!wasPaid) await lookUpPayment(tx, receipt, charging);
}

/**
 * Has the payment of a receipt be looked up that was paid since the backup. Most were paid by it, so what it turns out to have received is
 * no surplus; it may also have been paid otherwise, and then the payment is canceled.
 */
export async function lookUpPayment({ em }: Transaction, receipt: Receipt, { charges, clock }: Charging): Promise<void> {
  if (!charges || receipt.status !== 'paid' || !receipt.isInvoice || receipt.totalMinor === 0) return;
  const payment = (await em.findOne(Payment, { receiptGid: receipt.gid })) ?? Payment.of(receipt.gid, clock());
  if (payment.receivedMinor === 0) payment.takeOver(clock());
  em.persist(payment);
}
