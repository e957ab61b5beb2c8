import { sql, type Transaction } from '@partner-ordering/data';
import type { EventPlace } from '../events/erase-user.ts';

/**
 * Takes out of the log what receivers answered to events that name an erased user: an answer may repeat what was sent. Also what webhooks
 * answered that are deleted meanwhile.
 */
export async function forgetAnswers(tx: Transaction, events: readonly EventPlace[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(sql`
    update delivery_attempt a set answer_headers = null, answer_body = null
    from unnest(${events.map(({ organization }) => organization)}::uuid[], ${events.map(({ position }) => position)}::bigint[])
      as e (organization_gid, position) join delivery d using (organization_gid, position)
    where a.delivery_gid = d.gid and a.answer_headers is not null`);
}
