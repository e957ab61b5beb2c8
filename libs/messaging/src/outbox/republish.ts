import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Transaction } from '@partner-ordering/data';
import type { Log } from '../transport/log.ts';
import { resetOffsets } from '../transport/place.ts';
import type { Transport } from '../transport/transport.ts';
import { recordEvents, type StateRecord } from './outbox.ts';
import { startRelay } from './relay.ts';

const BATCH_SIZE = 500;
const WAIT_MS = 20;

export interface RepublishOptions {
  database: Database;
  transport: Pick<Transport, 'begin'>;
  /** Bare name: `ordering`. */
  service: string;
  /** All types of states that the service publishes. */
  types: readonly string[];
  logger: Log;
  clock: () => Date;
}

/** Numbers of what was published again. */
export interface Republished {
  states: number;
  /** Facts and dead letters of the last days. */
  kept: number;
}

/**
 * For a log that is lost or was left behind: resets the consumers' offsets, publishes every state with a newer version, then the kept facts
 * with their ids. Resolves when the transport has all. May run beside the service; repeat it after an interruption.
 */
export async function republish({ database, transport, service, types, logger, clock }: RepublishOptions): Promise<Republished> {
  await resetOffsets(database);
  const relay = startRelay({ database, transport, source: service, logger });
  /** Waits until all that is in the outbox now has left. */
  async function relayed(): Promise<void> {
    const [newest] = await database.query<{ id: string | null }>({ text: 'select max(id) as id from outbox', values: [] });
    const isLeft = { text: 'select from outbox where id <= $1 order by id limit 1', values: [newest!.id] };
    for (; (await database.query(isLeft)).length > 0; await delay(WAIT_MS)) relay.wake();
  }
  /** Publishes page by page until one is empty; answers the number of events. */
  async function all(page: (tx: Transaction) => Promise<number>): Promise<number> {
    for (let published = 0; ;) {
      await relayed();
      const count = await database.transactional(page);
      if (count === 0) return published;
      published += count;
    }
  }
  try {
    const [now] = await database.query<{ now: Date }>({ text: 'select now()', values: [] });
    let last = ['', ''];
    const states = await all(async (tx) => {
      // Locked, so that a write at the same time comes before or after with the newer version.
      const page = await tx.query<StateRecord>({
        text: `select type, key, state from shared_state where (type, key) > ($1, $2) and type = any($3)
               order by type, key limit ${BATCH_SIZE} for update`,
        values: [...last, types],
      });
      await recordEvents(tx, service, { states: page, facts: [] }, { now: clock() });
      if (page.length > 0) last = [page.at(-1)!.type, page.at(-1)!.key];
      return page.length;
    });
    let from = '-infinity';
    const kept = await all(async (tx) => {
      const { count, last: end } = await publishKept(tx, from, now!.now);
      from = end ?? from;
      return count;
    });
    return { states, kept };
  } finally {
    await relay.stop();
  }
}

interface KeptPage {
  count: number;
  /** When the newest was kept; null without any. */
  last: string | null;
}

/** Puts the oldest kept events back into the outbox, which keeps them again. Reads no index before `from`, where deleted rows still are. */
async function publishKept(tx: Transaction, from: string, until: Date): Promise<KeptPage> {
  const [page] = await tx.query<KeptPage>({
    text: `with kept as (
             delete from kept_event where ctid = any(array(
               select ctid from kept_event where created_at >= $1 and created_at < $2 order by created_at, id limit ${BATCH_SIZE}
             )) returning *
           ), published as (
             insert into outbox (topic, key, event) select topic, key, event from kept order by created_at, id
           )
           select count(*)::int as count, max(created_at)::text as last from kept`,
    values: [from, until],
  });
  return page!;
}
