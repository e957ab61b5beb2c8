import { setTimeout as delay } from 'node:timers/promises';
import { postgresTransport, startRelay, type Log, type Transport } from '@partner-ordering/messaging';
import pg from 'pg';
import { emptyDatabase, type Cluster } from './cluster.ts';

/** A logger for warnings and errors only. */
export const silent: Log = {
  debug: () => {},
  info: () => {},
  warn: (details, message) => console.error(message, details),
  error: (details, message) => console.error(message, details),
};

/** Fills an outbox with events like those of an order and answers how many of them per second one relay moves to an empty log. */
export async function measureDrain(cluster: Cluster, databaseUrl: string, events: number): Promise<number> {
  const messagingUrl = await emptyDatabase(cluster, 'drain_messaging');
  const transport = await postgresTransport({ url: messagingUrl, logger: silent });
  try {
    return await drainInto(transport, databaseUrl, events);
  } finally {
    await transport.close();
  }
}

/** The same with a given transport. */
export async function drainInto(transport: Transport, databaseUrl: string, events: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  try {
    await pool.query('truncate outbox');
    await pool.query(FILL_OUTBOX_SQL, [events]);
    await pool.query('vacuum (analyze) outbox');
    await pool.query('checkpoint');
    const start = performance.now();
    const relay = startRelay({ database: { pool }, transport, source: 'bench', logger: silent });
    await untilEmpty(pool);
    const seconds = (performance.now() - start) / 1000;
    await relay.stop();
    return events / seconds;
  } finally {
    await pool.end();
  }
}

/** Waits until every event of an outbox has been handed over. */
export async function untilEmpty(database: Pick<pg.Client | pg.Pool, 'query'>): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ is_empty: boolean }>('select not exists (select from outbox) as is_empty');
    if (rows[0]!.is_empty) return;
    await delay(20);
  }
}

/** Half of them states of about 1 kB, half facts. */
const FILL_OUTBOX_SQL = `
  insert into outbox (topic, key, event)
  select case n % 2 when 0 then 'ordering.state' else 'ordering.facts' end, 'project/' || n / 4,
    jsonb_build_object('specversion', '1.0', 'id', gen_random_uuid(), 'source', '/services/ordering', 'subject', 'project/' || n / 4,
      'type', case n % 2 when 0 then 'project.state' else 'project.published' end, 'time', now(), 'datacontenttype', 'application/json',
      'data', case n % 2
        when 0 then jsonb_build_object('gid', gen_random_uuid(), 'title', 'A logo for the spring campaign', 'description', repeat('Fresh and simple. ', 30),
          'status', 'in_progress', 'state', 'published', 'owner', gen_random_uuid(), 'organization', gen_random_uuid(), 'product', gen_random_uuid())
        else jsonb_build_object('gid', gen_random_uuid(), 'owner', gen_random_uuid(), 'organization', gen_random_uuid(), 'actor', gen_random_uuid()) end)
  from generate_series(1, $1::int) n`;
