import { sql, type Transaction } from '@partner-ordering/data';
import type { NamingEvent } from '../events/erase-user.ts';

/**
 * Takes out of the log what receivers answered to events that name an erased user: an answer may repeat what was sent. Also what webhooks
 * answered that are deleted meanwhile.
 */
export async function forgetAnswers(tx: Transaction, events: readonly NamingEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx.query(sql`
    update delivery_attempt a set answer_headers = null, answer_body = null
    from unnest(${events.map(({ id }) => id)}::text[], ${events.map(({ organization }) => organization)}::uuid[], ${events.map(({ day }) => day)}::date[])
        as e (id, organization, day)
      join delivery d on d.organization_gid = e.organization and d.event_id = e.id and d.day = e.day
    where a.delivery_gid = d.gid and a.day = d.day and a.day = any(${[...new Set(events.map(({ day }) => day))]}::date[]) and a.answer_headers is not null`);
}
