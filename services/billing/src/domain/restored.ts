import { sql, type Transaction } from '@partner-ordering/data';
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
  if (!wasPaid) await lookUpPayments(tx, [receipt], charging);
}

/**
 * Has the payments of receipts be looked up that were paid since the backup. Most were paid by them, so what they have got is no
 * surplus; a receipt may also have been paid otherwise, and then its payment is canceled.
 */
export async function lookUpPayments({ em }: Transaction, receipts: readonly Receipt[], { charges, clock }: Charging): Promise<void> {
  const paid = receipts.filter(({ status, isInvoice, totalMinor }) => charges && status === 'paid' && isInvoice && totalMinor !== 0);
  if (paid.length === 0) return;
  const found = await em.find(Payment, { receiptGid: { $in: paid.map(({ gid }) => gid) } });
  const payments = new Map(found.map((payment) => [payment.receiptGid, payment]));
  for (const { gid } of paid) {
    const payment = payments.get(gid) ?? Payment.of(gid, clock());
    if (payment.receivedMinor === 0) payment.takeOver(clock());
    em.persist(payment);
  }
}

/** Makes the credit notes of lost receipts again, which were lost with them. */
export async function creditAgain(tx: Transaction, receipts: readonly Receipt[]): Promise<void> {
  if (receipts.length === 0) return;
  const byGid = new Map(receipts.map((receipt) => [receipt.gid, receipt]));
  const lost = await tx.query<{ state: CreditNoteState }>(
    sql`select distinct on (key) state from lost_state where type = 'credit_note' and state->>'receipt' = any(${[...byGid.keys()]})
      order by key, generation desc`,
  );
  for (const { state } of lost) tx.em.persist(CreditNote.again(byGid.get(state.receipt)!, state));
}
