/** Slots of each party, up to its share; who asks for more is refused. Leave each taken slot once. */
export class Slots {
  readonly #share: number;
  readonly #held = new Map<string, number>();

  /** @param share 0 has no limit */
  constructor(share: number) {
    this.#share = share;
  }

  /** False when the party holds its whole share. */
  take(party: string): boolean {
    const held = this.#held.get(party) ?? 0;
    if (this.#share > 0 && held >= this.#share) return false;
    this.#held.set(party, held + 1);
    return true;
  }

  leave(party: string): void {
    const held = this.#held.get(party) ?? 0;
    if (held > 1) this.#held.set(party, held - 1);
    else this.#held.delete(party);
  }
}

/** Takes a slot of each kind, or none. Returns a function that leaves them once; undefined when a kind has none left for its party. */
export function takeSlots(kinds: readonly (readonly [kind: Slots, party: string])[]): (() => void) | undefined {
  const heldSlots: (readonly [Slots, string])[] = [];
  const leave = (): void => heldSlots.splice(0).forEach(([slots, party]) => slots.leave(party));
  for (const [slots, party] of kinds) {
    if (!slots.take(party)) return void leave();
    heldSlots.push([slots, party]);
  }
  return leave;
}
