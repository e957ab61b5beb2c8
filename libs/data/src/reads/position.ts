import { hash } from 'node:crypto';
import { invalid } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';

/** The last row of a page in the order of its list: its `key`, and the `value` before it, as PostgreSQL writes them. */
export interface Position {
  key: string;
  /** Null where the row has none, undefined where the key is the order. */
  value?: string | null | undefined;
}

const AFTER = 'after';

/** Names the list that a position is of: its rows, their order and who reads them. */
export const listName = (of: readonly unknown[]): string => hash('sha256', JSON.stringify(of), 'base64url').slice(0, 16);

/** The text of a position in the list of this name, opaque to clients. */
export const positionText = (list: string, { key, value }: Position): string =>
  Buffer.from(JSON.stringify(value === undefined ? [list, key] : [list, key, value])).toString('base64url');

/** The position of a text: 400 for what is none, or is of another list. A text may be forged, since a position shows nobody another row. */
export function positionOf(text: string, list: string, isPossible: (value: unknown) => boolean): Position {
  const [of, key, value] = partsOf(text);
  if (typeof of !== 'string' || typeof key !== 'string') throw notValid();
  if (of !== list) throw invalid(faults.of_another_list(AFTER));
  if (!isPossible(value)) throw notValid();
  return { key, value: value as Position['value'] };
}

/** 400 for a position that is none, also one whose value its column cannot have. */
export const notValid = () => invalid(faults.not_valid(AFTER));

function partsOf(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
