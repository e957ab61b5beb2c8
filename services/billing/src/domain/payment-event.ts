import { sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { DAY_MS } from '@partner-ordering/kernel';

/** An event of a payment provider, as far as it is believed. */
export interface PaymentEvent {
  id: string;
  type: string;
  /** The payment at the provider that it is about; null for one that is about none. */
  payment: string | null;
}

/** Remembers an event. Answers false if it was taken before; of two at once the second waits for the first. */
export async function rememberEvent(tx: Transaction, provider: string, { id, type }: PaymentEvent, now: Date): Promise<boolean> {
  const added = await tx.query(sql`
    insert into payment_event (provider, id, type, received_at) values (${provider}, ${id}, ${type}, ${now}) on conflict do nothing returning id`);
  return added.length > 0;
}

/** Longer than any provider sends an event again. */
const KEPT_DAYS = 90;

/** Forgets events that do not come again. */
export async function forgetOldEvents(database: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await database.query(sql`delete from payment_event where received_at < ${before}`);
}
