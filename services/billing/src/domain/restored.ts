import type { Transaction } from '@partner-ordering/data';
import type { Restore } from '@partner-ordering/messaging';
import type { NumberSeriesState, ReceiptState } from '../../generated/events.ts';
import { endOf, raisePast, type SeriesEnd } from './number-series.ts';
import { Receipt } from './receipt.ts';

/**
 * Puts right what the restored database has forgotten of its receipts: no number that was published is issued again, and a receipt that was paid or rendered
 * since the backup is so again. Receipts that the database does not know are made again by `billProject`.
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
  await raisePast(tx, ends);
}
