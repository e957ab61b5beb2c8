import type pg from 'pg';

/** Runs `work` in a transaction on a connection of the pool: commits when it resolves, rolls back and rethrows when it throws. */
export async function inTransaction<Result>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Without a listener a connection that dies between two statements would end the process.
  const onError = (error: Error): void => void (broken = error);
  client.on('error', onError);
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(onError);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
