import type { Pool, PoolClient } from 'pg';
import type { Query } from './batching-client.ts';
import { statementName } from './prepared.ts';

/** Removes lost connections from the pool, and prepares the statements of transactions, which pool, Kysely and MikroORM do not. */
export function keepConnectionsUsable(pool: Pool): void {
  const known = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    client.on('error', () => setImmediate(discard, client));
    const run = client.query.bind(client) as Query;
    client.query = ((...args: unknown[]) => {
      const result = run(...withStatementName(args));
      if (result instanceof Promise) result.catch((error: unknown) => isUnanswered(error) && giveUp(client));
      return result;
    }) as PoolClient['query'];
  });
}

/** Whether pg gave up waiting, which leaves the connection as it is. */
const isUnanswered = (error: unknown): boolean => error instanceof Error && error.message === 'Query read timeout';

/** Ends a connection that does not answer: its rollback would wait as long again. */
function giveUp(client: PoolClient): void {
  void (client as PoolClient & { end(): Promise<void> }).end();
  setImmediate(discard, client);
}

/** Removes a connection from the pool, where Kysely keeps one whose rollback failed for ever. */
function discard(client: PoolClient): void {
  try {
    client.release(true);
  } catch {
    // It was released already.
  }
}

/** Names a statement of Kysely, `query(text, values)`, so that PostgreSQL parses and plans it once. */
function withStatementName(args: unknown[]): unknown[] {
  const [text, values, ...rest] = args;
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return args;
  const name = statementName(text, 'tx');
  return name === undefined ? args : [{ name, text, values }, ...rest];
}
