/** The value that this share of sorted ones does not exceed; undefined of none. */
export const percentile = (sorted: ArrayLike<number>, share: number): number | undefined =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
