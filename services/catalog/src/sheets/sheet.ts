/** A cell as the file has it: text, a number (only XLSX tells them apart), or null when it is empty. */
export type Cell = string | number | null;

/** A line of a sheet that is not empty. */
export interface SheetLine {
  /** Its number in the file, from 1 on. */
  line: number;
  cells: readonly Cell[];
}

/** A file that cannot be read as a sheet. The message may be shown to whoever gave it. */
export class SheetFailure extends Error {}
