import { raw, sql, type Transaction } from '@partner-ordering/data';
import type { Restore } from '@partner-ordering/messaging';

/**
 * What must not repeat after a restore: positions may be those of other events from now on, so that cursors of before are refused, also
 * where the backup knows no counter. A sequence goes on behind what was told.
 */
export async function restoreEvents(tx: Transaction, { generation, base }: Pick<Restore, 'generation' | 'base'>): Promise<void> {
  await tx.query(sql`alter table event_counter alter column generation set default ${raw(String(generation))}`);
  await tx.query(sql`update event_counter set generation = ${generation}`);
  await tx.query(sql`update event_sequence set sequence = greatest(sequence, ${base}::bigint)`);
}
