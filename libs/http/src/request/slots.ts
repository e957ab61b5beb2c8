import { protocolErrors } from '../response/error-answers.ts';
import { ProtocolRefusal } from '../response/errors.ts';

/** The most open answers that wait, such as event streams, in an instance of the gateway or a service. */
export const MAX_WAITING_ANSWERS = 512;

const RETRY_AFTER_MS = 1_000;

/** Limits concurrent work by key. Leave each taken slot once. */
export interface Slots {
  /** False when the key has no slot left. */
  take(key: string): boolean;
  leave(key: string): void;
}

/** `most` slots for each key; 0 has no limit. */
export function createSlots(most: number): Slots {
  const counts = new Map<string, number>();
  return {
    take(key) {
      const count = counts.get(key) ?? 0;
      if (most > 0 && count >= most) return false;
      counts.set(key, count + 1);
      return true;
    },
    leave(key) {
      const count = counts.get(key) ?? 0;
      if (count > 1) counts.set(key, count - 1);
      else counts.delete(key);
    },
  };
}

/** Takes a slot of each kind, or none. Returns a function that leaves them once; undefined when a kind has none left. */
export function takeSlots(slotKeys: readonly (readonly [kind: Slots, key: string])[]): (() => void) | undefined {
  const heldSlots: (readonly [Slots, string])[] = [];
  const leave = (): void => heldSlots.splice(0).forEach(([slots, key]) => slots.leave(key));
  for (const [slots, key] of slotKeys) {
    if (!slots.take(key)) return void leave();
    heldSlots.push([slots, key]);
  }
  return leave;
}

/** Runs the work in a slot; 429 while the key has none left. */
export async function withSlot<Result>(slots: Slots, key: string, work: () => Promise<Result>): Promise<Result> {
  if (!slots.take(key)) throw new ProtocolRefusal(protocolErrors.tooManyRequests(RETRY_AFTER_MS));
  try {
    return await work();
  } finally {
    slots.leave(key);
  }
}
