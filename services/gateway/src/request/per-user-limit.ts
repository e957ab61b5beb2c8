interface Line {
  running: number;
  waiting: Set<() => void>;
}

/**
 * Of each user, `most` requests run at services at the same time, and the others wait, so that they take no more than a share of what the
 * services have; 0 runs all at once. How many wait is limited by `requestsOfUser`: each holds a slot.
 */
export class PerUserLimit {
  readonly #most: number;
  readonly #lines = new Map<string, Line>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Calls `begin` once the request may run, at once if it may now. To be called when it has ended: what is returned. */
  begin(user: string, begin: () => void): () => void {
    const line = this.#lines.get(user) ?? { running: 0, waiting: new Set() };
    this.#lines.set(user, line);
    if (this.#most > 0 && line.running >= this.#most) line.waiting.add(begin);
    else this.#begin(line, begin);
    return () => {
      if (!line.waiting.delete(begin)) this.#end(user, line);
    };
  }

  #begin(line: Line, begin: () => void): void {
    line.running += 1;
    begin();
  }

  #end(user: string, line: Line): void {
    line.running -= 1;
    const [next] = line.waiting;
    if (next !== undefined) {
      line.waiting.delete(next);
      this.#begin(line, next);
    } else if (line.running === 0) this.#lines.delete(user);
  }
}
