import type { Transaction } from '@partner-ordering/data';
import type { WriteTools } from '@partner-ordering/http';
import { changeOwed } from './invoiced-receipt.ts';
import { Payment, type PaymentReading } from './payment.ts';
import { recordPayment } from './receipt-facts.ts';
import type { Receipt } from './receipt.ts';

/** Of which moment a reading is. */
export interface ReadingPlace {
  /** `readings` of the payment before the provider was asked; 0 where there was none. */
  seen: number;
  /** The attempt to charge that it is the outcome of, from 1. */
  attempt?: number;
}

/** What has become of a reading. */
export interface Recorded {
  /** False when somebody else has recorded another reading meanwhile: this one may be the older one, and the provider is to be asked again. */
  isRecorded: boolean;
  /** The attempt, from 1, if it is news that the receipt could not be charged. */
  failedAttempt?: number;
}

/** Records what the provider tells of a receipt, whose row is locked, and what follows for the receipt and the invoice that holds it. */
export async function recordReading(
  tx: Transaction,
  tools: Pick<WriteTools, 'publish' | 'now'>,
  { receipt, reading }: { receipt: Receipt; reading: PaymentReading },
  { seen, attempt }: ReadingPlace,
): Promise<Recorded> {
  const present = await tx.em.findOne(Payment, { receiptGid: receipt.gid });
  if ((present?.readings ?? 0) !== seen) return { isRecorded: false };
  const payment = present ?? Payment.of(receipt.gid, tools.now);
  if (!present) tx.em.persist(payment);
  const { isChanged, isNewAttempt } = payment.take(reading, attempt, tools.now);
  if (!isChanged) return { isRecorded: true };
  return changeOwed(tx, receipt, tools, () => {
    const before = receipt.status;
    receipt.touch(tools.now);
    if (before === 'paid') return { isRecorded: true };
    const status = statusOf(reading);
    receipt.recordCharge({ status, failure: status === 'failed' ? failureOf(reading) : null }, tools.now);
    if (status === before && !(status === 'failed' && isNewAttempt)) return { isRecorded: true };
    recordPayment(tools, receipt);
    return { isRecorded: true, ...(status === 'failed' && { failedAttempt: payment.attempts }) };
  });
}

const statusOf = ({ status }: PaymentReading): Receipt['status'] => (status === 'paid' ? 'paid' : status === 'pending' ? 'open' : 'failed');

const failureOf = ({ status, failure }: PaymentReading): string =>
  status === 'canceled' ? 'The payment was canceled at the payment provider.' : (failure ?? 'The payment failed.').slice(0, 1024);
