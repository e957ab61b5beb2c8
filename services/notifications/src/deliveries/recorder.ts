import { setTimeout as delay } from 'node:timers/promises';
import type { Log } from '@partner-ordering/messaging';
import { createBackOff } from '@partner-ordering/kernel';
import type { AttemptOutcome } from '../domain/deliveries/record-outcomes.ts';

/** So many are recorded in a transaction. */
const BATCH = 500;
/** Of PostgreSQL, for what a statement was given: it fails as often as it is tried. */
const lastingErrors = /^(22|23|42)/;
/** What is busy is so for the length of a transaction. */
const BUSY_MS = 20;
/** So often what is busy is tried again at the end. */
const LAST_ROUNDS = 20;

/** How outcomes of attempts are recorded. Several are recorded together. */
export interface RecorderOptions {
  /** Records them in a transaction; returns those that have to wait, as somebody else works at the same lanes. */
  record(outcomes: readonly AttemptOutcome[]): Promise<readonly AttemptOutcome[]>;
  /** Gives back one that cannot be recorded. */
  postpone(outcome: AttemptOutcome): Promise<void>;
  /** After the commit. */
  onRecorded(outcomes: readonly AttemptOutcome[]): void;
  log: Log;
}

/**
 * Collects what became of deliveries, and records it one transaction after the other. While the database is down outcomes are kept: they
 * are no more than there may be attempts. A batch with one that cannot be recorded is split until that one is found; the others go on
 * without it.
 */
export class Recorder {
  readonly #options: RecorderOptions;
  readonly #stopping = new AbortController();
  readonly #backOff = createBackOff();
  #waiting: AttemptOutcome[] = [];
  #size = BATCH;
  #running: Promise<void> | undefined;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Records at once when idle; what comes meanwhile goes together into the next transaction. */
  add(outcome: AttemptOutcome): void {
    this.#waiting.push(outcome);
    this.#running ??= this.#run();
  }

  /** Records what there is, if the database answers; what is left is attempted again by another instance. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    try {
      for (let round = 0; this.#waiting.length > 0 && round < LAST_ROUNDS; round++) if (!(await this.#recordNext())) await delay(BUSY_MS);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'Outcomes of deliveries could not be recorded; they are attempted again');
    }
  }

  async #run(): Promise<void> {
    // What ends at the same moment is recorded together.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0 && !this.#stopping.signal.aborted) await this.#step();
    this.#running = undefined;
  }

  async #step(): Promise<void> {
    const tried = Math.min(this.#size, this.#waiting.length);
    try {
      const isRecorded = await this.#recordNext();
      this.#size = Math.min(BATCH, this.#size * 2);
      this.#backOff.reset();
      if (!isRecorded) await delay(BUSY_MS);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'Outcomes of deliveries could not be recorded; they will be tried again');
      if (!(await this.#narrow(tried, error))) await this.#backOff.pause(this.#stopping.signal);
    }
  }

  /** Whether any was recorded. Throws what `record` throws. */
  async #recordNext(): Promise<boolean> {
    const batch = this.#waiting.slice(0, this.#size);
    const left = await this.#options.record(batch);
    const busy = new Set(left);
    // What is busy is not in the way of the others.
    this.#waiting = [...this.#waiting.slice(batch.length), ...left];
    this.#options.onRecorded(batch.filter((outcome) => !busy.has(outcome)));
    return left.length < batch.length;
  }

  /** Looks for the one that cannot be recorded, and gives it back. False when it is to be tried again as it is. */
  async #narrow(tried: number, error: unknown): Promise<boolean> {
    if (!lastingErrors.test((error as { code?: string }).code ?? '')) return false;
    if (tried > 1) {
      this.#size = Math.ceil(tried / 2);
      return true;
    }
    const { postpone, onRecorded, log } = this.#options;
    const bad = this.#waiting[0]!;
    try {
      await postpone(bad);
    } catch {
      return false;
    }
    this.#waiting.shift();
    log.error({ err: error, delivery: bad.delivery.gid }, 'The outcome of a delivery cannot be recorded, so it is attempted again');
    onRecorded([bad]);
    return true;
  }
}
