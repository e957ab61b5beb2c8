import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Queryable, Transaction } from '@partner-ordering/data';
import { startRelay, type Relay } from '../outbox/relay.ts';
import type { Log } from '../transport/log.ts';
import type { Transport } from '../transport/transport.ts';
import { finishGeneration, nextGeneration, raiseGeneration } from './generation.ts';
import { findLost, foundLost, keepLost, lostOf, type LostState } from './lost-states.ts';
import { publishAnew } from './publish-anew.ts';
import { inRestoreSession } from './session.ts';
import { versionOf } from '../transport/version.ts';
import { copyTopic } from './topic-copy.ts';

/** What a service learns of the restore of its database. */
export interface Restore {
  /** From 1, one more with every restore. */
  generation: number;
  /** Greater than every version of the generations before; a service's own sequences can go on from it. */
  base: number;
  /** What was published of a type and is lost: states that the database has in an older version, or not at all. */
  lost<State>(type: string): AsyncIterable<LostState<State>>;
}

export interface RepublishOptions {
  database: Database;
  transport: Pick<Transport, 'read' | 'begin'>;
  /** Bare name of the service that publishes the states: `ordering`. */
  service: string;
  /** All types of states that it publishes. */
  types: readonly string[];
  /** Runs in the transaction that raises the generation, so before anything is published anew. It may be run again after an error. */
  restored?(tx: Transaction, restore: Restore): Promise<void>;
  /** Told of each lost state, before anything is changed. */
  onLost(lost: LostState): void;
  /** Only tells what is lost, and changes nothing. */
  isDryRun: boolean;
  logger: Log;
  clock: () => Date;
}

/** What a restored database lacked, and what was done about it. */
export interface Republished {
  lost: number;
  /** States that were published anew, tombstones included; 0 in a dry run. */
  published: number;
  /** The generation of the database from now on; undefined in a dry run. */
  generation: number | undefined;
}

const WAIT_MS = 50;
/** Batches that may wait in the outbox: more would only make it large. */
const MAX_WAITING = 20;

/**
 * Makes the world agree with a database that was restored from a backup: tells what was lost, raises the generation of its versions,
 * publishes all its states anew, and resolves when they are with the transport. A run that was cut off is made up for by the next one.
 * Throws when something is down, or while another run is under way.
 */
export function republishStates(options: RepublishOptions): Promise<Republished> {
  const { database, transport, service, types, onLost, isDryRun } = options;
  return inRestoreSession(database, `${service} republish`, async (session) => {
    await copyTopic(session, transport, `${service}.state`, types);
    await findLost(session);
    let lost = 0;
    for await (const state of foundLost(session)) {
      onLost(state);
      lost++;
    }
    if (isDryRun) return { lost, published: 0, generation: undefined };
    const generation = await nextGeneration(session);
    await keepLost(session, generation);
    await raiseGeneration(database, generation, async (tx) => {
      await options.restored?.(tx, { generation, base: versionOf({ generation, n: 0 }), lost: (type) => lostOf(tx, generation, type) });
    });
    const published = await whileRelaying(options, (onBatch) => publishAnew({ ...options, session, generation, onBatch }));
    await finishGeneration(database, generation);
    return { lost, published, generation };
  });
}

/** Runs `work` beside a relay, unless the service runs and has one; resolves when the outbox has nothing left of it. */
async function whileRelaying<Result>(
  { database, transport, service, logger }: RepublishOptions,
  work: (onBatch: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const relay = startRelay({ database, transport, source: service, logger });
  let batches = 0;
  const onBatch = async (): Promise<void> => {
    relay.wake();
    if (++batches % MAX_WAITING === 0) await untilRelayed(database, relay);
  };
  try {
    const result = await work(onBatch);
    await untilRelayed(database, relay);
    return result;
  } finally {
    await relay.stop();
  }
}

/** Waits until what is in the outbox now has left it. */
async function untilRelayed(database: Queryable, relay: Pick<Relay, 'wake'>): Promise<void> {
  const [newest] = await database.query<{ id: string | null }>({ text: 'select max(id) as id from outbox', values: [] });
  const isWaiting = async (): Promise<boolean> => {
    const rows = await database.query({ text: 'select from outbox where id <= $1 limit 1', values: [newest?.id ?? 0] });
    return rows.length > 0;
  };
  while (await isWaiting()) {
    relay.wake();
    await delay(WAIT_MS);
  }
}
