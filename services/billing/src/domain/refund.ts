import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import type { WriteContext } from '@partner-ordering/writes';
import type { CreditNote } from './credit-note.ts';
import { Payment } from './payment.ts';
import { jobOf, type BillingJobs } from './receipt-jobs.ts';
import type { Receipt } from './receipt.ts';

/** `open` until a report of the payment shows it, `pending` until the provider has decided. */
export type RefundStatus = 'open' | 'pending' | 'done' | 'failed';

/** A refund at the provider. */
export interface RefundReport {
  /** Gid of our order. */
  gid: string;
  status: Exclude<RefundStatus, 'open'>;
  failure: string | null;
}

export const RefundSchema = defineEntity({
  name: 'Refund',
  properties: {
    gid: p.uuid().primary(),
    receiptGid: p.uuid(),
    createdAt: p.datetime(),
    modifiedAt: p.datetime().strictNullable(),
    /** Minor units of the receipt's currency. */
    amountMinor: p.bigint('number'),
    status: p.string().$type<RefundStatus>(),
    failure: p.string().strictNullable(),
  },
});

/** A refund of a payment through the provider. */
export class Refund extends RefundSchema.class {
  /** Takes the status of the provider. */
  applyReport({ status, failure }: RefundReport, now: Date): void {
    if (status !== this.status) Object.assign(this, { status, failure, modifiedAt: now });
  }
}

RefundSchema.setClass(Refund);

type RefundContext = Pick<WriteContext<BillingJobs>, 'now' | 'addJob'>;

/** Refunds the surplus that a credit note causes, at most its total. Call it in the note's transaction, with the receipt's row locked. */
export async function refundCredit(
  tx: Transaction,
  context: RefundContext,
  receipt: Receipt,
  { gid, totalMinor }: CreditNote,
): Promise<void> {
  const payment = await tx.em.findOne(Payment, { receiptGid: receipt.gid });
  if (payment) await refundSurplus(tx, context, { receipt, payment, gid, maxMinor: totalMinor });
}

/**
 * Refunds what the provider holds of a locked receipt above the amount due, once for each gid: a credit note's gid for the note, the
 * receipt's for a report. So a failed refund is tried once more, and then left to people.
 */
export async function refundSurplus(
  tx: Transaction,
  { now, addJob }: RefundContext,
  { receipt, payment, gid = receipt.gid, maxMinor = Infinity }: { receipt: Receipt; payment: Payment; gid?: string; maxMinor?: number },
): Promise<void> {
  if (receipt.status !== 'paid' || payment.receivedMinor === 0) return;
  const refunds = await tx.em.find(Refund, { receiptGid: receipt.gid });
  // Other refunds are part of the last report's refunded amount, or have failed.
  const openMinor = refunds.reduce((sum, { status, amountMinor }) => sum + (status === 'open' ? amountMinor : 0), 0);
  const amountMinor = Math.min(payment.surplusMinor(receipt) - openMinor, maxMinor);
  if (amountMinor <= 0 || refunds.some((one) => one.gid === gid)) return;
  const refund = { gid, receiptGid: receipt.gid, createdAt: now, modifiedAt: null, amountMinor, status: 'open' as const, failure: null };
  tx.em.persist(Object.assign(new Refund(), refund));
  addJob(jobOf('refund_payment', gid));
}
