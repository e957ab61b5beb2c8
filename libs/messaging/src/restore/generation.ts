import { isContentionError, type Database, type Queryable, type Transaction } from '@partner-ordering/data';
import { retry } from '@partner-ordering/kernel';
import type pg from 'pg';
import { VERSIONS_PER_GENERATION } from '../transport/version.ts';

/** Writes queue behind the lock; so it is waited for only this long, they go first, and it is tried again. */
const LOCK_WAIT_MS = 1_000;
const MAX_LOCK_WAITS = 60;

/** One more than the highest generation that the copied topic or the database knows. */
export async function nextGeneration(session: pg.Client): Promise<number> {
  const { rows } = await session.query<{ highest: number }>(
    `select greatest((select max(version) / ${VERSIONS_PER_GENERATION} from published), (select max(generation) from state_generation), 0)::int as highest`,
  );
  return rows[0]!.highest + 1;
}

/**
 * Makes `generation` that of the database, together with what `then` does. Every write that records events reads the table and so holds a
 * lock on it until its commit: whatever was recorded with the older generation is committed before, and whatever is recorded afterwards has
 * the new one.
 */
export async function raiseGeneration(
  database: Pick<Database, 'transactional'>,
  generation: number,
  then: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const raise = (): Promise<void> =>
    database.transactional(async (tx) => {
      await tx.query({ text: `set local lock_timeout = ${LOCK_WAIT_MS}`, values: [] });
      await tx.query({ text: 'lock table state_generation in access exclusive mode', values: [] });
      await tx.query({ text: 'set local lock_timeout = 0', values: [] });
      await tx.query({ text: 'insert into state_generation (generation) values ($1)', values: [generation] });
      await then(tx);
    });
  const pauses = { firstMs: LOCK_WAIT_MS / 10, longestMs: LOCK_WAIT_MS / 10 };
  await retry(raise, { isPassing: isContentionError, maxAttempts: MAX_LOCK_WAITS, pauses });
}

/** Says that all states were published with this generation. */
export async function finishGeneration(queryable: Queryable, generation: number): Promise<void> {
  await queryable.query({ text: 'update state_generation set finished_at = now() where generation = $1', values: [generation] });
}

/** Whether the newest republish has not come to its end: it was cut off, or is running. */
export async function isUnfinished(queryable: Queryable): Promise<boolean> {
  const rows = await queryable.query<{ finished_at: Date | null }>({
    text: 'select finished_at from state_generation order by generation desc limit 1',
    values: [],
  });
  return rows[0]?.finished_at === null;
}
