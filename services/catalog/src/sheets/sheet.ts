import type { Detail } from '@partner-ordering/kernel/faults';

/** A cell as the file has it: text, a number (only XLSX tells them apart), or null when it is empty. Days and times are in ISO 8601. */
export type Cell = string | number | null;

/** A line of a sheet that is not empty. */
export interface SheetLine {
  /** Its number in the file, from 1 on. */
  line: number;
  cells: readonly Cell[];
}

/** What the process that reads a sheet sends. The last message is no line: without it, some may be missing. */
export type SheetMessage = SheetLine | { failure: Detail } | { isRead: true };

export const MAX_LINE_CHARACTERS = 10_000;

/** The field that has a sheet's address. Failures name it. */
export const PRICE_SHEET = 'price_sheet_url';

/** A file that cannot be read as a sheet. The fault may be shown to whoever gave it. */
export class SheetFailure extends Error {
  readonly fault: Detail;

  constructor(fault: Detail, options?: ErrorOptions) {
    super(fault.message, options);
    this.fault = fault;
  }
}
