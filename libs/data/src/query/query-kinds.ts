import type { Expression } from './query-language.ts';

/** `[]` means all. */
export const isEverything = (query: Expression): boolean => query.kind === 'all' && query.of.length === 0;

const MAX_COMMON_TRIPLES = 3;

/** At most three AND-ed comparisons with one value each: few enough shapes to keep prepared. */
export const isCommon = (query: Expression): boolean => {
  const parts = query.kind === 'all' ? query.of : [query];
  return parts.length <= MAX_COMMON_TRIPLES && parts.every((part) => part.kind === 'compare' && !Array.isArray(part.value));
};
