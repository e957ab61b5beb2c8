import { markModified, type Transaction } from '@partner-ordering/data';
import type { WriteContext } from '@partner-ordering/writes';
import { toMajor, type Detail } from '@partner-ordering/kernel';
import type { ReceiptStatus } from '../../generated/models.ts';
import { faults } from '../faults.ts';
import { changeOwedAmount } from './invoiced-receipt.ts';
import { Payment, type PaymentReport } from './payment.ts';
import { recordPaymentFact } from './facts.ts';
import { jobOf, type BillingJobs } from './receipt-jobs.ts';
import type { Receipt } from './receipt.ts';
import { Refund, refundSurplus, type RefundReport } from './refund.ts';

/** A receipt with its payment at the provider. */
interface ReceiptReport {
  /** The row must be locked. */
  receipt: Receipt;
  report: PaymentReport;
  /** Refunds that we ordered. `report.refundedMinor` contains them unless they have failed. */
  refunds: readonly RefundReport[];
}

type RecordContext = Pick<WriteContext<BillingJobs>, 'publish' | 'now' | 'addJob'>;

/**
 * The call to the provider that gave a report. `readingsBefore`: the payment's `readings` before it, 0 without a payment. `attempt`, from
 * 1: the attempt whose outcome the report is.
 */
export interface ProviderCall {
  readingsBefore: number;
  attempt?: number;
}

/**
 * Records a report, refunds money above the amount due and cancels a payment no longer due. `isRecorded` is false if another report was
 * recorded during the call to the provider. `failedAttempt` is set for a new failure or a new link to act.
 */
export async function recordReport(
  tx: Transaction,
  context: RecordContext,
  { receipt, report, refunds }: ReceiptReport,
  { readingsBefore, attempt }: ProviderCall,
): Promise<{ isRecorded: boolean; failedAttempt?: number }> {
  const knownPayment = await tx.em.findOne(Payment, { receiptGid: receipt.gid });
  if ((knownPayment?.readings ?? 0) !== readingsBefore) return { isRecorded: false };
  const payment = knownPayment ?? Payment.of(receipt.gid, context.now);
  if (!knownPayment) tx.em.persist(payment);
  const { status, receivedMinor, actionUrl } = payment;
  const { isChanged, isNewAttempt } = payment.applyReport(report, attempt, context.now);
  const isNew = isNewAttempt || status === 'pending' || (actionUrl === null && payment.actionUrl !== null);
  const failedAttempt = isChanged ? await applyToReceipt(tx, context, { receipt, payment, report }, { receivedMinor, isNew }) : undefined;
  payment.stopAttempts(receipt);
  for (const refund of refunds) {
    const knownRefund = await tx.em.findOne(Refund, { gid: refund.gid, receiptGid: receipt.gid });
    if (payment.rid === report.rid) knownRefund?.applyReport(refund, context.now);
  }
  await refundSurplus(tx, context, { receipt, payment });
  return { isRecorded: true, ...(failedAttempt !== undefined && { failedAttempt }) };
}

/** Applies a changed payment to the receipt. Answers the attempt if its failure is new. */
function applyToReceipt(
  tx: Transaction,
  context: RecordContext,
  { receipt, payment, report }: Omit<ReceiptReport, 'refunds'> & { payment: Payment },
  { receivedMinor, isNew }: { receivedMinor: number; isNew: boolean },
): Promise<number | undefined> {
  const isUnfinished = report.status === 'pending' || report.status === 'failed';
  return changeOwedAmount(tx, receipt, context, () => {
    const before = receipt.status;
    // The receipt shows the payment, so it changes with it.
    markModified(receipt, context.now);
    if (isUnfinished && (before === 'paid' || receipt.invoiceGid !== null)) context.addJob(jobOf('cancel_payment', receipt.gid));
    if (before === 'paid') {
      if (receivedMinor === 0 && payment.receivedMinor > 0) payment.isSurplus = true;
      return undefined;
    }
    const { status, failure } = outcomeFor(receipt, report);
    receipt.recordCharge({ status, failure, receivedMinor: report.receivedMinor }, context.now);
    if (status === before && !(status === 'failed' && isNew)) return undefined;
    recordPaymentFact(context, receipt);
    return status === 'failed' ? payment.attempts : undefined;
  });
}

/** The outcome of a report for a receipt that is not paid yet. */
function outcomeFor(
  { owedMinor, currency }: Receipt,
  { status, failure, receivedMinor, currency: received = currency }: PaymentReport,
): { status: ReceiptStatus; failure: Detail | null } {
  const failed = (why: Detail) => ({ status: 'failed' as const, failure: why });
  if (status === 'pending') return { status: 'open', failure: null };
  if (status === 'canceled') return failed(faults.canceled_at_provider(''));
  if (status === 'failed') return failed(failure ?? faults.payment_failed(''));
  // Somebody has changed the payment at the provider.
  const receivedMoney = { amount: toMajor(receivedMinor, received), currency: received };
  if (received !== currency) return failed(faults.received_other_currency('', { ...receivedMoney, owed_currency: currency }));
  if (receivedMinor < owedMinor) return failed(faults.received_too_little('', receivedMoney));
  return { status: 'paid', failure: null };
}
