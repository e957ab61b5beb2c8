import { setTimeout as delay } from 'node:timers/promises';

/** Holds requests back for a while, not more than so many at the same time. */
export interface Patience {
  readonly hasRoom: boolean;
  wait(ms: number): Promise<void>;
}

export type Sleep = (ms: number) => Promise<unknown>;

export function patienceFor(most: number, sleep: Sleep = delay): Patience {
  let held = 0;
  return {
    get hasRoom() {
      return held < most;
    },
    async wait(ms) {
      if (ms <= 0) return;
      held += 1;
      try {
        await sleep(ms);
      } finally {
        held -= 1;
      }
    },
  };
}
