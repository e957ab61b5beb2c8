import type { PriceImportError } from '../../../generated/models.ts';
import { faults } from '../../faults.ts';
import type { Cell, SheetLine } from '../../sheets/sheet.ts';
import { errorIn } from './price-import.ts';

/** The columns of a sheet of prices, by the names in its first line, in whatever order. */
export const requiredColumns = ['product', 'mode', 'due', 'amount', 'currency'] as const;
const optionalColumns = ['skill', 'valid_from', 'valid_until'] as const;
const columnNames: readonly string[] = [...requiredColumns, ...optionalColumns];

/** Name of a column. */
export type ColumnName = (typeof requiredColumns)[number] | (typeof optionalColumns)[number];

/** The cells of a line by the names of their columns. A column that the sheet does not have is null. */
export type NamedCells = Readonly<Record<ColumnName, Cell>>;

const MAX_NAME_CHARACTERS = 100;

/** A function that names the cells of the lines below, or the faults of the first line. */
export function columnsOf({
  line,
  cells,
}: SheetLine): { nameCells: (cells: readonly Cell[]) => NamedCells } | { errors: PriceImportError[] } {
  const indexes = new Map<string, number>();
  const errors: PriceImportError[] = [];
  for (const [index, cell] of cells.entries()) {
    if (cell === null) continue;
    const name = String(cell).slice(0, MAX_NAME_CHARACTERS).toWellFormed().toLowerCase();
    if (!columnNames.includes(name)) errors.push(errorIn(line, faults.unknown_column(name, { allowed: columnNames })));
    else if (indexes.has(name)) errors.push(errorIn(line, faults.duplicate_column(name)));
    indexes.set(name, index);
  }
  for (const name of requiredColumns) if (!indexes.has(name)) errors.push(errorIn(line, faults.missing_column(name)));
  if (errors.length > 0) return { errors };
  const columnIndexes = columnNames.map((name) => [name, indexes.get(name) ?? -1] as const);
  return { nameCells: (given) => Object.fromEntries(columnIndexes.map(([name, index]) => [name, given[index] ?? null])) as NamedCells };
}
