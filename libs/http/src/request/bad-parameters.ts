import type { Detail } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';

/** A detail for each query parameter that is unknown or repeated. */
export function badParameters(query: string, known: ReadonlySet<string>): Detail[] {
  if (query === '') return [];
  const names = [...new URLSearchParams(query).keys()];
  return [...new Set(names)].flatMap((path): Detail[] => {
    if (!known.has(path)) return [faults.unknown_parameter(path)];
    return names.indexOf(path) < names.lastIndexOf(path) ? [faults.duplicate_parameter(path)] : [];
  });
}
