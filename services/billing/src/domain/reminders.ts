import { LockMode } from '@mikro-orm/postgresql';
import { sql, type Transaction } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';
import { Invoice } from './invoice.ts';

/** Days after its due date at which an invoice is reminded of. */
const reminderDays = [0, 14, 28] as const;

/** The number of reminders of an invoice that should be sent by `now`. */
export const remindersDue = ({ dueAt }: Pick<Invoice, 'dueAt'>, now: Date): number =>
  reminderDays.filter((days) => dueAt.getTime() + days * DAY_MS < now.getTime()).length;

/** Open invoices of which a reminder is to be sent, locked; at most `limit`, longest due first. */
export async function lockOverdue(tx: Transaction, now: Date, limit: number): Promise<Invoice[]> {
  const rows = await tx.query<{ gid: string }>(sql`
    select i.gid from invoice i where i.status = 'open' and i.due_at < ${now}
      and i.reminders < (select count(*) from unnest(${[...reminderDays]}::int[]) days where i.due_at + days * interval '1 day' < ${now})
    order by i.due_at limit ${limit}`);
  const gids = rows.map(({ gid }) => gid);
  const locked = await tx.em.find(Invoice, { gid: { $in: gids } }, { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { gid: 'asc' } });
  // One may have been paid while its lock was waited for.
  return locked.filter((invoice) => invoice.status === 'open' && invoice.reminders < remindersDue(invoice, now));
}
