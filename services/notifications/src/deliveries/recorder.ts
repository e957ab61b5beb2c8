import type { Log } from '@partner-ordering/messaging';
import { createBackOff } from '@partner-ordering/kernel';
import type { Settlement } from '../domain/deliveries/settle.ts';

/** So many are recorded in a transaction. */
const BATCH = 500;

export interface RecorderOptions {
  /** Records them in a transaction. */
  record(settlements: readonly Settlement[]): Promise<void>;
  /** After the commit. */
  onRecorded(settlements: readonly Settlement[]): void;
  log: Log;
}

/** Collects what became of deliveries. */
export interface Recorder {
  /** Records at once when idle; what comes meanwhile goes together into the next transaction. */
  add(settlement: Settlement): void;
  /** Ends the attempts to record; what is left is attempted again by another instance. */
  stop(): Promise<void>;
}

/** Records outcomes one transaction after the other. While the database is down they are kept: they are no more than there may be attempts. */
export function createRecorder({ record, onRecorded, log }: RecorderOptions): Recorder {
  const [waiting, stopping, backOff] = [[] as Settlement[], new AbortController(), createBackOff()];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    // What ends at the same moment is recorded together.
    await new Promise(setImmediate);
    while (waiting.length > 0 && !stopping.signal.aborted) {
      const batch = waiting.slice(0, BATCH);
      try {
        await record(batch);
        waiting.splice(0, batch.length);
        backOff.reset();
        onRecorded(batch);
      } catch (error) {
        log.warn({ err: error }, 'Outcomes of deliveries could not be recorded; they will be tried again');
        await backOff.pause(stopping.signal);
      }
    }
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
    },
  };
}
