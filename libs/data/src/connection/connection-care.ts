import type { Pool, PoolClient } from 'pg';
import { statementName } from './prepared.ts';

type Query = (...args: unknown[]) => unknown;

/**
 * What pool, Kysely and MikroORM leave undone for a connection: one that is lost is given back to the pool, and statements
 * inside transactions are prepared like those outside.
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
      // One that hangs reports no error: there only the rollback's own time-out tells.
      if (args[0] === 'rollback' && result instanceof Promise) result.catch(() => setImmediate(discard, client));
      return result;
    }) as PoolClient['query'];
  });
}

/** Kysely does not give back a connection whose rollback failed: a lost one would take its place in the pool with it for ever. */
function discard(client: PoolClient): void {
  try {
    client.release(true);
  } catch {
    // Its user gave it back.
  }
}

/** `query(text, values)` is how Kysely runs our own statements; with a name PostgreSQL parses and plans each once. */
function withStatementName(args: unknown[]): unknown[] {
  const [text, values, ...rest] = args;
  if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) return args;
  const name = statementName(text, 'tx');
  return name === undefined ? args : [{ name, text, values }, ...rest];
}
