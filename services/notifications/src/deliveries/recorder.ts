import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@partner-ordering/messaging';
import { createBackOff } from '@partner-ordering/kernel';
import type { Settlement } from '../domain/deliveries/settle.ts';

/** So many are recorded in a transaction. */
const BATCH = 500;
/** Of PostgreSQL, for what a statement was given: it fails as often as it is tried. */
const lastingErrors = /^(22|23|42)/;
/** What is busy is so for the length of a transaction. */
const BUSY_MS = 20;
/** So often what is busy is tried again at the end. */
const LAST_ROUNDS = 20;

export interface RecorderOptions {
  /** Records them in a transaction; returns those that have to wait, as somebody else works at the same lanes. */
  record(settlements: readonly Settlement[]): Promise<readonly Settlement[]>;
  /** Gives back one that cannot be recorded. */
  postpone(settlement: Settlement): Promise<void>;
  /** After the commit. */
  onRecorded(settlements: readonly Settlement[]): void;
  log: Log;
}

/** Collects what became of deliveries. */
export interface Recorder {
  /** Records at once when idle; what comes meanwhile goes together into the next transaction. */
  add(settlement: Settlement): void;
  /** Records what there is, if the database answers; what is left is attempted again by another instance. */
  stop(): Promise<void>;
}

/**
 * Records outcomes one transaction after the other. While the database is down they are kept: they are no more than there may be attempts. A batch with one that cannot be recorded is
 * split until that one is found; the others go on without it.
 */
export function createRecorder({ record, postpone, onRecorded, log }: RecorderOptions): Recorder {
  const [stopping, backOff] = [new AbortController(), createBackOff()];
  let waiting: Settlement[] = [];
  let size = BATCH;
  let running: Promise<void> | undefined;

  /** Whether any was recorded. Throws what `record` throws. */
  async function recordNext(): Promise<boolean> {
    const batch = waiting.slice(0, size);
    const left = await record(batch);
    const busy = new Set(left);
    // What is busy is not in the way of the others.
    waiting = [...waiting.slice(batch.length), ...left];
    onRecorded(batch.filter((settlement) => !busy.has(settlement)));
    return left.length < batch.length;
  }

  /** Looks for the one that cannot be recorded, and gives it back. Throws when the database does not answer. */
  async function narrow(tried: number, error: unknown): Promise<void> {
    if (tried > 1) {
      size = Math.ceil(tried / 2);
      return;
    }
    const bad = waiting[0]!;
    await postpone(bad);
    waiting.shift();
    log.error({ err: error, delivery: bad.claimed.gid }, 'The outcome of a delivery cannot be recorded, so it is attempted again');
    onRecorded([bad]);
  }

  async function step(): Promise<void> {
    const tried = Math.min(size, waiting.length);
    try {
      const isRecorded = await recordNext();
      size = Math.min(BATCH, size * 2);
      backOff.reset();
      if (!isRecorded) await delay(BUSY_MS);
    } catch (error) {
      log.warn({ err: error }, 'Outcomes of deliveries could not be recorded; they will be tried again');
      const isLasting = lastingErrors.test((error as { code?: string }).code ?? '');
      const goesOn = isLasting && (await narrow(tried, error).then(() => true, () => false)); // prettier-ignore
      if (!goesOn) await backOff.pause(stopping.signal);
    }
  }

  async function run(): Promise<void> {
    // What ends at the same moment is recorded together.
    await new Promise(setImmediate);
    while (waiting.length > 0 && !stopping.signal.aborted) await step();
    running = undefined;
  }

  return {
    add: (settlement) => {
      waiting.push(settlement);
      running ??= run();
    },
    stop: async () => {
      stopping.abort();
      await running;
      try {
        for (let round = 0; waiting.length > 0 && round < LAST_ROUNDS; round++) if (!(await recordNext())) await delay(BUSY_MS);
      } catch (error) {
        log.warn({ err: error }, 'Outcomes of deliveries could not be recorded; they are attempted again');
      }
    },
  };
}
