import { isContentionError, type Database, type Transaction } from '@partner-ordering/data';
import { retry } from '@partner-ordering/kernel';
import type pg from 'pg';
import { recordEvents, type StateRecord } from '../outbox/outbox.ts';
import { crashPoint } from '../transport/crash-point.ts';
import { versionOf } from '../transport/version.ts';

const BATCH_SIZE = 500;
const MAX_ATTEMPTS = 10;

export interface PublishAnewOptions {
  session: pg.Client;
  database: Pick<Database, 'transactional'>;
  service: string;
  types: readonly string[];
  generation: number;
  clock: () => Date;
  /** Called after each batch, which is committed. */
  onBatch(): Promise<void>;
}

type Aggregate = Pick<StateRecord, 'type' | 'key'>;

/**
 * Publishes every state of the database with its new generation, and a tombstone for each aggregate that only the topic knows. Each batch
 * is a transaction that locks the rows of its states; what a running service publishes of them comes before or after, with the right
 * version. Returns how many were published.
 */
export async function publishAnew(options: PublishAnewOptions): Promise<number> {
  const unknown = `select type, key from published p where (type, key) > ($1, $2)
    and not exists (select from shared_state s where s.type = p.type and s.key = p.key) order by type, key limit ${BATCH_SIZE}`;
  const own = `select type, key from shared_state where (type, key) > ($1, $2) and type = any($3) order by type, key limit ${BATCH_SIZE}`;
  const buried = await inBatches(options, unknown, [], bury);
  return buried + (await inBatches(options, own, [options.types], renew));
}

type Publish = (tx: Transaction, batch: readonly Aggregate[], firstVersion: number) => Promise<readonly StateRecord[]>;

async function inBatches(options: PublishAnewOptions, page: string, values: readonly unknown[], publish: Publish): Promise<number> {
  const { session, database, service, generation, clock, onBatch } = options;
  const firstVersion = versionOf({ generation, n: 1 });
  let published = 0;
  for (let last = ['', '']; ;) {
    const { rows } = await session.query<Aggregate>(page, [...last, ...values]);
    const end = rows.at(-1);
    if (!end) return published;
    const batch = (): Promise<number> =>
      database.transactional(async (tx) => {
        const states = await publish(tx, rows, firstVersion);
        await recordEvents(tx, service, { states, facts: [] }, { now: clock() });
        return states.length;
      });
    published += await retry(batch, { isPassing: isContentionError, maxAttempts: MAX_ATTEMPTS });
    crashPoint('states-republished');
    await onBatch();
    last = [end.type, end.key];
  }
}

const columns = (batch: readonly Aggregate[]): [string[], string[]] => [batch.map(({ type }) => type), batch.map(({ key }) => key)];

/** Tombstones for those of the aggregates that nobody has made meanwhile. */
const bury: Publish = async (tx, batch, firstVersion) => {
  const rows = await tx.query<Aggregate>({
    text: `insert into shared_state (type, key, version, state)
           select type, key, $3, null from unnest($1::text[], $2::text[]) as aggregate (type, key) order by type, key
           on conflict do nothing returning type, key`,
    values: [...columns(batch), firstVersion - 1],
  });
  return rows.map((row) => ({ ...row, state: null }));
};

/** The states of those of the aggregates that have not got the generation yet, locked. */
const renew: Publish = (tx, batch, firstVersion) =>
  tx.query<StateRecord>({
    text: `select type, key, state from shared_state
           where (type, key) in (select * from unnest($1::text[], $2::text[])) and version < $3 order by type, key for update`,
    values: [...columns(batch), firstVersion],
  });
