import type { PriceImportError } from '../../../generated/models.ts';
import { faults } from '../../faults.ts';
import type { Cell, SheetLine } from '../../sheets/sheet.ts';
import { errorIn } from './price-import.ts';

/** The columns of a sheet of prices, by the names in its first line, in whatever order. */
export const required = ['product', 'mode', 'due', 'amount', 'currency'] as const;
const optional = ['skill', 'valid_from', 'valid_until'] as const;
const all: readonly string[] = [...required, ...optional];

/** Name of a column. */
export type ColumnName = (typeof required)[number] | (typeof optional)[number];

/** A line as the names of its columns tell it. A column that the sheet does not have is null. */
export type NamedCells = Readonly<Record<ColumnName, Cell>>;

const MAX_NAME_CHARACTERS = 100;

/** How to name the cells of the lines that follow, or what is wrong with the first line. */
export function columnsOf({
  line,
  cells,
}: SheetLine): { nameCells: (cells: readonly Cell[]) => NamedCells } | { errors: PriceImportError[] } {
  const places = new Map<string, number>();
  const errors: PriceImportError[] = [];
  for (const [place, cell] of cells.entries()) {
    if (cell === null) continue;
    const name = String(cell).slice(0, MAX_NAME_CHARACTERS).toWellFormed().toLowerCase();
    if (!all.includes(name)) errors.push(errorIn(line, faults.unknown_column(name, { allowed: all })));
    else if (places.has(name)) errors.push(errorIn(line, faults.duplicate_column(name)));
    places.set(name, place);
  }
  for (const name of required) if (!places.has(name)) errors.push(errorIn(line, faults.missing_column(name)));
  if (errors.length > 0) return { errors };
  const named = all.map((name) => [name, places.get(name) ?? -1] as const);
  return { nameCells: (given) => Object.fromEntries(named.map(([name, place]) => [name, given[place] ?? null])) as NamedCells };
}
