import { markModified, type Transaction } from '@partner-ordering/data';
import type { WriteContext } from '@partner-ordering/writes';
import { toMajor, type Detail } from '@partner-ordering/kernel';
import type { ReceiptStatus } from '../../generated/models.ts';
import { faults } from '../faults.ts';
import { changeOwed } from './invoiced-receipt.ts';
import { Payment, type PaymentReading } from './payment.ts';
import { recordPaymentFact } from './facts.ts';
import { jobOf, type BillingJobs } from './receipt-jobs.ts';
import type { Receipt } from './receipt.ts';
import { Refund, refundSurplus, type RefundReading } from './refund.ts';

/** A receipt with its payment at the provider. */
interface ReceiptReading {
  /** The row must be locked. */
  receipt: Receipt;
  reading: PaymentReading;
  /** Refunds that we ordered. `reading.refundedMinor` contains them unless they have failed. */
  refunds: readonly RefundReading[];
}

type Tools = Pick<WriteContext<BillingJobs>, 'publish' | 'now' | 'addJob'>;

/**
 * `seen`: the payment's `readings` before the call to the provider, 0 without a payment. `attempt`, from 1, is the charge behind the
 * reading.
 */
export interface ReadingPlace {
  seen: number;
  attempt?: number;
}

/**
 * Records a reading, refunds money above the amount due and cancels a payment no longer due. `isRecorded` is false if another reading was
 * recorded during the call to the provider. `failedAttempt` is set for a new failure or a new link to act.
 */
export async function recordReading(
  tx: Transaction,
  tools: Tools,
  { receipt, reading, refunds }: ReceiptReading,
  { seen, attempt }: ReadingPlace,
): Promise<{ isRecorded: boolean; failedAttempt?: number }> {
  const present = await tx.em.findOne(Payment, { receiptGid: receipt.gid });
  if ((present?.readings ?? 0) !== seen) return { isRecorded: false };
  const payment = present ?? Payment.of(receipt.gid, tools.now);
  if (!present) tx.em.persist(payment);
  const { status, receivedMinor, actionUrl } = payment;
  const { isChanged, isNewAttempt } = payment.take(reading, attempt, tools.now);
  const isNews = isNewAttempt || status === 'pending' || (actionUrl === null && payment.actionUrl !== null);
  const failedAttempt = isChanged ? await follow(tx, tools, { receipt, payment, reading }, { receivedMinor, isNews }) : undefined;
  payment.stopFor(receipt);
  for (const refund of refunds) {
    const ours = await tx.em.findOne(Refund, { gid: refund.gid, receiptGid: receipt.gid });
    if (payment.rid === reading.rid) ours?.take(refund, tools.now);
  }
  await refundSurplus(tx, tools, { receipt, payment });
  return { isRecorded: true, ...(failedAttempt !== undefined && { failedAttempt }) };
}

/** Applies a changed payment to the receipt. Answers the attempt if its failure is new. */
function follow(
  tx: Transaction,
  tools: Tools,
  { receipt, payment, reading }: Omit<ReceiptReading, 'refunds'> & { payment: Payment },
  { receivedMinor, isNews }: { receivedMinor: number; isNews: boolean },
): Promise<number | undefined> {
  const isUnfinished = reading.status === 'pending' || reading.status === 'failed';
  return changeOwed(tx, receipt, tools, () => {
    const before = receipt.status;
    // The receipt shows the payment, so it changes with it.
    markModified(receipt, tools.now);
    if (isUnfinished && (before === 'paid' || receipt.invoiceGid !== null)) tools.addJob(jobOf('cancel_payment', receipt.gid));
    if (before === 'paid') {
      if (receivedMinor === 0 && payment.receivedMinor > 0) payment.isSurplus = true;
      return undefined;
    }
    const { status, failure } = outcomeFor(receipt, reading);
    receipt.recordCharge({ status, failure, receivedMinor: reading.receivedMinor }, tools.now);
    if (status === before && !(status === 'failed' && isNews)) return undefined;
    recordPaymentFact(tools, receipt);
    return status === 'failed' ? payment.attempts : undefined;
  });
}

/** The outcome of a reading for a receipt that is not paid yet. */
function outcomeFor(
  { owedMinor, currency }: Receipt,
  { status, failure, receivedMinor, currency: received = currency }: PaymentReading,
): { status: ReceiptStatus; failure: Detail | null } {
  const failed = (why: Detail) => ({ status: 'failed' as const, failure: why });
  if (status === 'pending') return { status: 'open', failure: null };
  if (status === 'canceled') return failed(faults.canceled_at_provider(''));
  if (status === 'failed') return failed(failure ?? faults.payment_failed(''));
  // Somebody has changed the payment at the provider.
  const given = { amount: toMajor(receivedMinor, received), currency: received };
  if (received !== currency) return failed(faults.received_other_currency('', { ...given, owed_currency: currency }));
  if (receivedMinor < owedMinor) return failed(faults.received_too_little('', given));
  return { status: 'paid', failure: null };
}
