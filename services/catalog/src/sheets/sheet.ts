import type { Detail } from '@partner-ordering/kernel/faults';

/** A cell as the file has it: text, a number (only in XLSX), or null if it is empty. Days and times are in ISO 8601. */
export type Cell = string | number | null;

/** A non-empty line of a sheet. */
export interface SheetLine {
  /** The line number in the file, from 1. */
  line: number;
  cells: readonly Cell[];
  /** By a filter or by hand; only in XLSX. */
  isHidden?: true;
}

/** A message of the process that reads a sheet. The last message is no line: without it, lines may be missing. */
export type SheetMessage = SheetLine | { failure: Detail } | { isRead: true };

export const MAX_LINE_CHARACTERS = 10_000;

/** The field with a sheet's address, which failures name. */
export const PRICE_SHEET = 'price_sheet_url';

/** A file that cannot be read as a sheet. Its owner may see the fault. */
export class SheetFailure extends Error {
  readonly fault: Detail;

  constructor(fault: Detail, options?: ErrorOptions) {
    super(fault.message, options);
    this.fault = fault;
  }
}
