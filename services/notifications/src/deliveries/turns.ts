import { HttpError, protocolErrors } from '@partner-ordering/http';

const RETRY_AFTER_MS = 1_000;

/** How much work of a kind runs at once. */
export class Turns {
  readonly #atOnce: number;
  readonly #running = new Map<string, number>();

  /** @param atOnce of each key */
  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Runs the work; 429 while as much of this key runs as may. */
  async take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key) ?? 0;
    if (running >= this.#atOnce) throw HttpError.of(protocolErrors.tooManyRequests(RETRY_AFTER_MS));
    this.#running.set(key, running + 1);
    try {
      return await work();
    } finally {
      const left = this.#running.get(key)! - 1;
      if (left > 0) this.#running.set(key, left);
      else this.#running.delete(key);
    }
  }
}
