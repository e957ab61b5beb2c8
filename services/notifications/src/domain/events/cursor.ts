import { raw, sql, type Transaction } from '@partner-ordering/data';
import { isGid } from '@partner-ordering/kernel';

/** A place in the feed of an organization: behind the event with this position. */
export interface Cursor {
  organization: string;
  /** Changes with a restore of the database: positions may then belong to other events. */
  generation: number;
  position: number;
}

/** A cursor for clients, opaque to them. */
export const cursorText = ({ organization, generation, position }: Cursor): string =>
  Buffer.from([organization, generation, position].join('/')).toString('base64url');

const numbers = /^\d{1,15}$/;

/** Undefined for an invalid cursor. */
export function readCursor(text: string): Cursor | undefined {
  const [organization = '', generation = '', position = ''] = Buffer.from(text, 'base64url').toString('latin1').split('/');
  const cursor = { organization, generation: Number(generation), position: Number(position) };
  const isValid = isGid(organization) && numbers.test(generation) && numbers.test(position) && cursorText(cursor) === text;
  return isValid ? cursor : undefined;
}

/** After a restore: ends earlier cursors, also where the backup has no counter, and raises the projects' sequences beyond those sent. */
export async function renewCursors(tx: Transaction, now: Date): Promise<void> {
  const nowMs = now.getTime();
  await tx.query(sql`alter table event_counter alter column generation set default ${raw(String(nowMs))}`);
  await tx.query(sql`update event_counter set generation = ${nowMs}::bigint`);
  await tx.query(sql`update event_sequence set sequence = greatest(sequence + 1, ${nowMs}::bigint)`);
}
