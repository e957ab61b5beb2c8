import type { Begin } from '../upstream/proxy.ts';

interface Line {
  running: number;
  waiting: Set<() => void>;
}

/** Who waited so long is refused. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Runs `most` requests of each user or address at once; the others wait, so that nobody takes more than a share of the services. 0 runs
 * all. `requestsOfUser` and `requestsOfAddress` limit how many wait.
 */
export class PerUserLimit {
  readonly #most: number;
  readonly #lines = new Map<string, Line>();

  constructor(most: number) {
    this.#most = most;
  }

  /** See `TakeTurn`; the turn is at once if fewer run. */
  take(caller: string, begin: Begin): () => void {
    const line = this.#lines.get(caller) ?? { running: 0, waiting: new Set() };
    this.#lines.set(caller, line);
    let leave = (): void => undefined;
    let timer: NodeJS.Timeout | undefined;
    const run = (): void => {
      clearTimeout(timer);
      line.running += 1;
      leave = () => this.#end(caller, line);
      begin(0);
    };
    if (this.#most === 0 || line.running < this.#most) run();
    else {
      line.waiting.add(run);
      timer = setTimeout(() => {
        line.waiting.delete(run);
        begin(1_000);
      }, LONGEST_WAIT_MS).unref();
      leave = () => {
        clearTimeout(timer);
        line.waiting.delete(run);
      };
    }
    return () => {
      const last = leave;
      leave = () => undefined;
      last();
    };
  }

  #end(caller: string, line: Line): void {
    line.running -= 1;
    const [next] = line.waiting;
    if (next !== undefined) {
      line.waiting.delete(next);
      next();
    } else if (line.running === 0) this.#lines.delete(caller);
  }
}
