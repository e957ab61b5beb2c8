/** So many streams may be open in an instance: of a user, of an organization, of all. Each holds up to a page of events in memory. */
const most = { user: 16, organization: 64, all: 512 };

/** The places of the streams that are open in an instance. */
export class Places {
  readonly #taken = new Map<string, number>();

  /** Takes a place; what gives it back, or undefined when there is none. */
  take(user: string, organization: string): (() => void) | undefined {
    const keys = [
      [`user ${user}`, most.user],
      [`organization ${organization}`, most.organization],
      ['all', most.all],
    ] as const;
    if (keys.some(([key, limit]) => this.#count(key) >= limit)) return undefined;
    for (const [key] of keys) this.#taken.set(key, this.#count(key) + 1);
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      for (const [key] of keys) {
        if (this.#count(key) > 1) this.#taken.set(key, this.#count(key) - 1);
        else this.#taken.delete(key);
      }
    };
  }

  #count(key: string): number {
    return this.#taken.get(key) ?? 0;
  }
}
