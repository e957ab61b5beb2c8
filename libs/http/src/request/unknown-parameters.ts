import type { Detail } from '@partner-ordering/kernel';

/** A detail for each query parameter that an operation does not take, named once. */
export function unknownParameters(query: string, known: ReadonlySet<string>): Detail[] {
  const names = [...new Set(new URLSearchParams(query).keys())];
  return names.filter((name) => !known.has(name)).map((path) => ({ path, message: 'is not a known parameter' }));
}
