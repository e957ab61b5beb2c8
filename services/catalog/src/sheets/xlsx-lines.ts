import { unzipSync } from 'fflate';
import { readSheet } from 'read-excel-file/universal';
import { SheetFailure, type Cell, type SheetLine } from './sheet.ts';

const MAX_PARTS = 1_000;
const MAX_UNPACKED_MIB = 32;

/** The lines of the first sheet of an XLSX file. Throws `SheetFailure` for what is none, or is too large when it is unpacked. */
export async function xlsxLines(content: Buffer): Promise<SheetLine[]> {
  try {
    refuseLarge(content);
    const rows = await readSheet(new Uint8Array(content).buffer);
    return rows.map((cells, index) => ({ line: index + 1, cells: cells.map(asCell) }));
  } catch (error) {
    throw error instanceof SheetFailure ? error : new SheetFailure('is no valid XLSX file', { cause: error });
  }
}

/** Reads only the list of parts. The reader unpacks no part to more than its size there. */
function refuseLarge(content: Buffer): void {
  let parts = 0;
  let bytes = 0;
  unzipSync(content, {
    filter: ({ originalSize }) => {
      bytes += originalSize;
      if (++parts > MAX_PARTS) throw new SheetFailure(`has more than ${MAX_PARTS} parts`);
      if (bytes > MAX_UNPACKED_MIB * 1024 * 1024)
        throw new SheetFailure(`has more than ${MAX_UNPACKED_MIB} MiB when it is unpacked: save it as CSV`);
      return false;
    },
  });
}

/** Cells that are formatted as days or times come as dates, others as text, number, boolean or null. */
function asCell(value: unknown): Cell {
  if (value instanceof Date) return new Date(Math.round(value.getTime() / 1000) * 1000).toISOString();
  return typeof value === 'number' || value === null ? value : String(value);
}
