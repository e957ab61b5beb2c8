import { sql, type Transaction } from '@partner-ordering/data';
import type { WriteContext } from '@partner-ordering/writes';
import type { PaymentStatus } from './payment.ts';
import { jobOf, type BillingJobs } from './receipt-jobs.ts';

/**
 * Ends the charges of a locked receipt, or of those that an invoice holds: no attempt follows, and what the provider has begun is canceled,
 * so that nobody completes it. A payment that the provider has not decided on is still looked up.
 */
export async function stopCharging(
  tx: Transaction,
  { addJob }: Pick<WriteContext<BillingJobs>, 'addJob'>,
  target: { gid: string } | { invoice: string },
): Promise<void> {
  const isAffected = 'gid' in target ? sql`gid = ${target.gid}` : sql`invoice_gid = ${target.invoice}`;
  const stopped = await tx.query<{ gid: string; status: PaymentStatus }>(sql`
    update payment set next_attempt_at = case when status = 'pending' then next_attempt_at end
    where receipt_gid in (select gid from receipt where ${isAffected}) returning receipt_gid as gid, status`);
  for (const { gid, status } of stopped) if (status === 'pending' || status === 'failed') addJob(jobOf('cancel_payment', gid));
}
