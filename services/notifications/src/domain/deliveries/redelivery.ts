import { sql, type Transaction } from '@partner-ordering/data';
import { MAX_ATTEMPTS } from './retry.ts';

/** Makes a delivery due now, before all that waits for its webhook. A settled one, and one in flight, gets one more attempt. */
export async function redeliverNow(tx: Transaction, { webhook, gid }: { webhook: string; gid: string }, now: Date): Promise<void> {
  await tx.query(sql`
    update delivery set status = 'waiting', settled_at = null, modified_at = ${now},
      failures = case when status = 'waiting' then failures else ${MAX_ATTEMPTS - 1} end,
      next_attempt_at = least(${now}, (select min(next_attempt_at) - interval '1 millisecond' from delivery where webhook_gid = ${webhook} and status = 'waiting'))
    where gid = ${gid}`);
}
