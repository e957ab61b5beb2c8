import type { Pool, PoolClient } from 'pg';
import { statementName } from './prepared.ts';

type Query = (...args: unknown[]) => unknown;

/**
 * Does what pool, Kysely and MikroORM do not do: removes a lost connection from the pool, and prepares the statements of
 * transactions like those outside of them.
 */
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

/** Ends a connection that does not answer: its rollback would wait as long again. From now on nobody gets it. */
function giveUp(client: PoolClient): void {
  void (client as PoolClient & { end(): Promise<void> }).end();
  setImmediate(discard, client);
}

/** Removes a connection from the pool. Kysely keeps one whose rollback failed, and the pool would be smaller by one for ever. */
function discard(client: PoolClient): void {
  try {
    client.release(true);
  } catch {
    // It was released already.
  }
}

/** Kysely runs our statements as `query(text, values)`; with a name PostgreSQL parses and plans each of them once. */
function withStatementName(args: unknown[]): unknown[] {
  const [text, values, ...rest] = args;
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return args;
  const name = statementName(text, 'tx');
  return name === undefined ? args : [{ name, text, values }, ...rest];
}
