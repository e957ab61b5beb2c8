import { defineEntity, LockMode, p } from '@mikro-orm/postgresql';
import { sql, type Transaction } from '@partner-ordering/data';
import type { WriteTools } from '@partner-ordering/http';
import { Payment } from './payment.ts';
import type { BillingJobs } from './receipt-jobs.ts';

/** `open` until the provider has been asked, `pending` until it has decided. */
export type RefundStatus = 'open' | 'pending' | 'done' | 'failed';

/** A refund as the provider tells it. */
export interface RefundReading {
  /** What it was asked with. */
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

/** Money that goes back to whoever paid a receipt through the provider. */
export class Refund extends RefundSchema.class {
  /** Takes over what the provider tells. */
  take({ status, failure }: RefundReading, now: Date): void {
    if (status !== this.status) Object.assign(this, { status, failure, modifiedAt: now });
  }
}

RefundSchema.setClass(Refund);

/**
 * Has the provider give back what was paid through it for a receipt: at most `amountMinor` (with VAT), and at most what it still holds. Call it in the
 * transaction that writes the credit note, with the credit note's gid and the receipt's row locked. Answers how much goes back; 0 for a receipt that was paid otherwise.
 */
export async function requestRefund(
  tx: Transaction,
  { now, addJob }: Pick<WriteTools<BillingJobs>, 'now' | 'addJob'>,
  { gid, receiptGid, amountMinor }: { gid: string; receiptGid: string; amountMinor: number },
): Promise<number> {
  const payment = await tx.em.findOne(Payment, { receiptGid }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!payment || payment.receivedMinor === 0) return 0;
  const [asked] = await tx.query<{ minor: string }>(
    sql`select coalesce(sum(amount_minor), 0) as minor from refund where receipt_gid = ${receiptGid} and status <> 'failed'`,
  );
  // Refunds that were made at the provider itself are in one of the two sums only.
  const returned = Math.max(Number(asked!.minor), payment.refundedMinor);
  const minor = Math.min(amountMinor, payment.receivedMinor - returned);
  if (minor <= 0) return 0;
  const refund = { gid, receiptGid, createdAt: now, modifiedAt: null, amountMinor: minor, status: 'open' as const, failure: null };
  await tx.em.persist(Object.assign(new Refund(), refund)).flush();
  addJob({ name: 'refund_payment', key: gid, data: { gid } });
  return minor;
}
