import type { Pool, PoolClient } from 'pg';

type Wired = PoolClient & { readonly connection: NodeJS.EventEmitter };

/**
 * Counts how often PostgreSQL is waited for (`ReadyForQuery`) in each use of a connection, from taking it to giving it back. Returns the
 * counts of the uses that have ended since the last call.
 */
export function roundTrips(pool: Pool): () => number[] {
  const running = new Map<PoolClient, number>();
  const watched = new WeakSet<PoolClient>();
  let ended: number[] = [];
  pool.on('acquire', (client) => {
    running.set(client, 0);
    if (watched.has(client)) return;
    watched.add(client);
    (client as Wired).connection.on('readyForQuery', () => running.set(client, (running.get(client) ?? 0) + 1));
  });
  pool.on('release', (_error, client) => ended.push(running.get(client) ?? 0));
  return () => {
    const counts = ended;
    ended = [];
    return counts;
  };
}
