import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@partner-ordering/data';
import type { Log } from '../transport/log.ts';
import type { Transport } from '../transport/transport.ts';
import { recordEvents, type StateRecord } from './outbox.ts';
import { startRelay } from './relay.ts';

const BATCH_SIZE = 500;
const WAIT_MS = 20;

export interface RepublishOptions {
  database: Database;
  /** With new topics. */
  transport: Pick<Transport, 'begin'>;
  /** Bare name: `ordering`. */
  service: string;
  /** All types of states that the service publishes. */
  types: readonly string[];
  logger: Log;
  clock: () => Date;
}

/**
 * After a restore, while the service is stopped: resets the consumers' offsets, publishes the outbox, then every state with a newer
 * version. Resolves with the number of states when the transport has all. Repeat it after an interruption.
 */
export async function republishStates({ database, transport, service, types, logger, clock }: RepublishOptions): Promise<number> {
  await database.query({ text: 'update consumer_offset set position = 0', values: [] });
  const relay = startRelay({ database, transport, source: service, logger });
  const isRelayed = async (): Promise<boolean> => {
    relay.wake();
    return (await database.query({ text: 'select from outbox limit 1', values: [] })).length === 0;
  };
  try {
    let published = 0;
    for (let last = ['', '']; ;) {
      while (!(await isRelayed())) await delay(WAIT_MS);
      // Locked, so that a write at the same time comes before or after with the newer version.
      const states = await database.transactional(async (tx) => {
        const page = await tx.query<StateRecord>({
          text: `select type, key, state from shared_state where (type, key) > ($1, $2) and type = any($3)
                 order by type, key limit ${BATCH_SIZE} for update`,
          values: [...last, types],
        });
        await recordEvents(tx, service, { states: page, facts: [] }, { now: clock() });
        return page;
      });
      const end = states.at(-1);
      if (!end) return published;
      published += states.length;
      last = [end.type, end.key];
    }
  } finally {
    await relay.stop();
  }
}
