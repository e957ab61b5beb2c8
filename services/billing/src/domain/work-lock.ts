import type { Database } from '@partner-ordering/data';

/** Runs `work` under an advisory lock; does nothing when another instance holds it. */
export async function withLock({ pool }: Pick<Database, 'pool'>, lock: number, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let isLost = true;
  try {
    const { rows } = await client.query<{ locked: boolean }>({ text: 'select pg_try_advisory_lock($1) as locked', values: [lock] });
    if (rows[0]?.locked) {
      await work();
      await client.query({ text: 'select pg_advisory_unlock($1)', values: [lock] });
    }
    isLost = false;
  } finally {
    // Ending the session releases the lock, whatever went wrong.
    client.release(isLost);
  }
}
