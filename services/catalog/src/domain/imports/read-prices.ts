import { isGid } from '@partner-ordering/kernel';
import type { Database } from '@partner-ordering/data';
import type { AvailableOptions, PriceImportError } from '../../../generated/models.ts';
import { faults } from '../../faults.ts';
import { sheetLines } from '../../sheets/read-sheet.ts';
import { PRICE_SHEET, SheetFailure, type SheetLine } from '../../sheets/sheet.ts';
import { columnsOf } from './sheet-columns.ts';
import type { RunningImport, SheetFacts } from './price-import.ts';
import { sheetPrice, type NamedLine, type SheetPrice } from './sheet-price.ts';
import { clearStage, linesBeyondLimit, optionsOf, overlappingLines, stagePrices } from './staging.ts';

/** Lines that are checked and staged together. */
const BATCH = 1_000;
/** After so many errors the rest of the sheet is not looked at. */
const MAX_ERRORS = 1_000;
const MAX_LINES = 250_000;

interface SheetSource {
  content: readonly Buffer[];
  signal: AbortSignal;
  /** Gets the number of rows so far that the sheet hides. */
  sheet: Pick<SheetFacts, 'hiddenRowsCount'>;
}

/** Reads a sheet and stages its prices. Returns up to `MAX_ERRORS` errors. Throws `SheetFailure` for an unreadable sheet, and on abort. */
export async function readPrices(
  database: Database,
  { gid, organization }: RunningImport,
  { content, signal, sheet }: SheetSource,
): Promise<PriceImportError[]> {
  await clearStage(database, gid);
  const options = new Map<string, AvailableOptions>();
  const errors: PriceImportError[] = [];
  for await (const batch of batchesOf(sheetLines(content, signal), errors)) {
    signal.throwIfAborted();
    await loadOptions(database, options, batch);
    const prices: SheetPrice[] = [];
    sheet.hiddenRowsCount += batch.filter(({ isHidden }) => isHidden).length;
    for (const line of batch) {
      const result = sheetPrice(line, { organization, optionsOf: (product) => options.get(product) });
      if (Array.isArray(result)) errors.push(...result);
      else prices.push(result);
      if (errors.length >= MAX_ERRORS) return errors.slice(0, MAX_ERRORS);
    }
    // A sheet with an error is refused, so nothing of it is needed any more.
    if (errors.length === 0) await stagePrices(database, gid, prices);
  }
  if (errors.length > 0) return errors;
  const beyondLimit = await linesBeyondLimit(database, gid, MAX_ERRORS);
  const overlapping = await overlappingLines(database, gid, MAX_ERRORS);
  return [...beyondLimit, ...overlapping].slice(0, MAX_ERRORS);
}

/** The lines below the first one, in batches. Faults of the first line are added to `errors` and end the reading. */
async function* batchesOf(lines: AsyncIterable<SheetLine>, errors: PriceImportError[]): AsyncGenerator<NamedLine[]> {
  let nameCells: Extract<ReturnType<typeof columnsOf>, { nameCells: unknown }>['nameCells'] | undefined;
  let batch: NamedLine[] = [];
  let count = 0;
  for await (const sheetLine of lines) {
    if (!nameCells) {
      const columns = columnsOf(sheetLine);
      if ('errors' in columns) return void errors.push(...columns.errors);
      nameCells = columns.nameCells;
      continue;
    }
    if (++count > MAX_LINES) throw new SheetFailure(faults.sheet_too_long(PRICE_SHEET, { max: MAX_LINES }));
    batch.push({ ...sheetLine, cells: nameCells(sheetLine.cells) });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (!nameCells) throw new SheetFailure(faults.empty_sheet(PRICE_SHEET));
  if (batch.length > 0) yield batch;
}

/** Adds the options of the products that a batch is the first to name. */
async function loadOptions(database: Database, options: Map<string, AvailableOptions>, batch: readonly NamedLine[]): Promise<void> {
  const named = new Set(batch.map(({ cells: { product } }) => product));
  const unknown = [...named].filter((product): product is string => typeof product === 'string' && isGid(product) && !options.has(product));
  if (unknown.length === 0) return;
  for (const [product, optionsOfProduct] of await optionsOf(database, unknown)) options.set(product, optionsOfProduct);
}
