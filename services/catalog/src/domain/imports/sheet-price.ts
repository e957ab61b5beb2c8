import { chargeDetails, type Detail, newGid, parseTime, toMinor } from '@partner-ordering/kernel';
import { optionDetails, priceKey } from '@partner-ordering/commerce';
import type { AvailableOptions, PriceImportError } from '../../../generated/models.ts';
import { faults } from '../../faults.ts';
import type { Cell, SheetLine } from '../../sheets/sheet.ts';
import { validityLimit, type Validity } from '../validity.ts';
import { errorIn } from './price-import.ts';
import type { NamedCells } from './sheet-columns.ts';

/** A price of a sheet, as it is staged. */
export interface SheetPrice extends Validity {
  gid: string;
  line: number;
  key: string;
  productGid: string;
  mode: string;
  due: number;
  skill: string | null;
  amountMinor: number;
  currency: string;
}

/** A line with named cells, still to be checked. */
export interface NamedLine extends Omit<SheetLine, 'cells'> {
  cells: NamedCells;
}

/** The organization and products that the lines of a sheet are checked against. */
export interface LineCheckContext {
  organization: string;
  /** The options of a product; undefined when there is none. */
  optionsOf: (product: string) => AvailableOptions | undefined;
}

const MAX_AMOUNT = 1_000_000_000;

/** The price in a line, or all faults of the line. */
export function sheetPrice({ line, cells }: NamedLine, { organization, optionsOf }: LineCheckContext): SheetPrice | PriceImportError[] {
  const details: Detail[] = [];
  const product = textOfCell(cells.product);
  const configuration = {
    mode: textOfCell(cells.mode),
    due: numberOf(cells.due),
    skill: cells.skill === null ? null : textOfCell(cells.skill),
  };
  const available = optionsOf(product);
  if (!available) details.push((cells.product === null ? faults.empty_cell : faults.not_found)('product'));
  else details.push(...optionDetails(available, configuration).map((detail) => ({ ...detail, path: detail.path.replace('options.', '') })));
  const money = { amount: numberOf(cells.amount), currency: textOfCell(cells.currency) };
  details.push(...amountDetails(cells.amount, money));
  const validFrom = timeOf('valid_from', cells.valid_from, details);
  const validUntil = timeOf('valid_until', cells.valid_until, details);
  if (validFrom && validUntil && validFrom >= validUntil) details.push(faults.end_not_after_start('valid_until', { field: 'valid_from' }));
  const unusable = unusableDetails(cells);
  const unusablePaths = new Set(unusable.map(({ path }) => path));
  const allDetails = [...unusable, ...details.filter(({ path }) => !unusablePaths.has(path))];
  if (allDetails.length > 0) return allDetails.map((detail) => errorIn(line, detail));
  return {
    gid: newGid(),
    line,
    productGid: product,
    ...configuration,
    key: priceKey({ ...configuration, product, organization }),
    amountMinor: toMinor(money.amount, money.currency)!,
    currency: money.currency,
    validFrom,
    validUntil,
  };
}

/** Errors that Excel and others show instead of a value: `#N/A`, `#DIV/0!`, `#NAME?`. */
const errorValue = /^#(?:N\/A|[A-Z][A-Z_\d/]{2,20}[!?])$/;

/** Cells that show an error, and formulas that nobody has computed, in any column. */
function unusableDetails(cells: NamedCells): Detail[] {
  return Object.entries(cells).flatMap(([path, cell]) => {
    if (typeof cell !== 'string') return [];
    if (errorValue.test(cell)) return [faults.error_in_cell(path, { found: cell })];
    return cell.startsWith('=') ? [faults.formula_without_value(path)] : [];
  });
}

function amountDetails(cell: Cell, money: { amount: number; currency: string }): Detail[] {
  if (cell === null) return [faults.empty_cell('amount')];
  if (Number.isNaN(money.amount)) return [faults.not_a_number('amount')];
  if (money.amount > MAX_AMOUNT) return [faults.amount_too_large('amount', { max: MAX_AMOUNT })];
  return chargeDetails(money);
}

const textOfCell = (cell: Cell): string => (cell === null ? '' : String(cell));

/** The number in a cell, rounded to 15 digits as in spreadsheets; NaN for a negative number or any other cell. */
function numberOf(cell: Cell): number {
  const isNumber = typeof cell === 'number' ? cell >= 0 : cell !== null && /^\d{1,15}(\.\d{1,20})?$/.test(cell);
  return isNumber ? Number(Number(cell).toPrecision(15)) : NaN;
}

/** A time in whole seconds. */
const timeOf = (path: string, cell: Cell, details: Detail[]): Date | null =>
  cell === null ? null : validityLimit(path, parseTime(String(cell))?.at, details);
