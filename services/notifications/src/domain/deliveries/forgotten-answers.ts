import { sql, type Transaction } from '@partner-ordering/data';
import type { ChangedEvent } from '../events/erase-user.ts';

/** Takes out of the log what receivers answered to events from which a user was erased: an answer may repeat what was sent. */
export async function forgetAnswers(tx: Transaction, events: readonly ChangedEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(sql`
    update delivery_attempt a set answer_headers = null, answer_body = null
    from unnest(${events.map(({ id }) => id)}::text[], ${events.map(({ organization }) => organization)}::uuid[], ${events.map(({ day }) => day)}::date[])
        as e (id, organization, day)
      join webhook w on w.organization_gid = e.organization
      join delivery d on d.webhook_gid = w.gid and d.event_id = e.id and d.day = e.day
    where a.delivery_gid = d.gid and a.day = d.day and a.day = any(${[...new Set(events.map(({ day }) => day))]}::date[])`);
}
