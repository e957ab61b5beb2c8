/** What a key may hold at the same time. Each place that was taken is to be left once. */
export interface Places {
  /** false when the key has none left. */
  take(key: string): boolean;
  leave(key: string): void;
}

/** `most` places for each key; 0 takes any number. */
export function createPlaces(most: number): Places {
  const taken = new Map<string, number>();
  return {
    take(key) {
      const count = taken.get(key) ?? 0;
      if (most > 0 && count >= most) return false;
      taken.set(key, count + 1);
      return true;
    },
    leave(key) {
      const count = taken.get(key) ?? 0;
      if (count > 1) taken.set(key, count - 1);
      else taken.delete(key);
    },
  };
}
