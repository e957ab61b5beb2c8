import { faults } from '../faults.ts';
import { PRICE_SHEET, SheetFailure, type Cell, type SheetLine } from './sheet.ts';
import { XlsxParts, type ElementHandlers } from './xlsx-parts.ts';
import { ElementTexts, cellText, isTrue, workbookOf, type Workbook } from './xlsx-workbook.ts';

/** The lines of the first visible sheet of an XLSX file. Throws `SheetFailure` for any other file, or one too large when unpacked. */
export function* xlsxLines(content: Buffer): Generator<SheetLine> {
  try {
    const parts = new XlsxParts(content);
    const workbook = workbookOf(parts);
    const rows = new Rows(workbook);
    for (const _ of parts.readInSteps(workbook.sheet, rows)) yield* rows.takeRows();
  } catch (error) {
    throw error instanceof SheetFailure ? error : new SheetFailure(faults.not_xlsx(PRICE_SHEET), { cause: error });
  }
}

/** Excel's limits. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;

/** Collects the rows of a sheet while its XML is read. Rows and cells that do not say where they are follow the one before. */
class Rows implements ElementHandlers {
  readonly #workbook: Workbook;
  #rows: SheetLine[] = [];
  #isInSheetData = false;
  #line = 0;
  #column = 0;
  #isHidden = false;
  #cells: Cell[] = [];
  #attributes: Readonly<Record<string, string>> = {};
  readonly #texts = new ElementTexts();

  constructor(workbook: Workbook) {
    this.#workbook = workbook;
  }

  /** The rows that were read since the last call. */
  takeRows(): SheetLine[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'sheetData') this.#isInSheetData = true;
    if (!this.#isInSheetData) return;
    if (name === 'row') {
      this.#goTo(attributes['r'] === undefined ? this.#line + 1 : Number(attributes['r']), 0);
      this.#isHidden = isTrue(attributes['hidden']);
      this.#cells = [];
    } else if (name === 'c') {
      const [, letters, line] = /^([A-Z]{1,3})(\d{1,7})$/.exec(attributes['r'] ?? '') ?? [];
      if (letters === undefined) this.#goTo(this.#line, this.#column + 1);
      else
        this.#goTo(
          Number(line),
          [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0),
        );
      this.#attributes = attributes;
      this.#texts.clear();
    } else this.#texts.open(name);
  }

  text(text: string): void {
    if (this.#isInSheetData) this.#texts.add(text);
  }

  close(name: string): void {
    if (name === 'sheetData') this.#isInSheetData = false;
    if (!this.#isInSheetData) return;
    if (name === 'row') {
      const cells = Array.from(this.#cells, (cell) => cell ?? null);
      this.#rows.push({ line: this.#line, cells, ...(this.#isHidden && { isHidden: true }) });
    } else if (name === 'c') {
      const cell = this.#cell();
      if (cell !== null) this.#cells[this.#column - 1] = cell;
    } else this.#texts.close(name);
  }

  #goTo(line: number, column: number): void {
    if (!(Number.isInteger(line) && line >= 1 && line <= MAX_ROWS && column <= MAX_COLUMNS))
      throw new Error('A sheet has no such row or column');
    this.#line = line;
    this.#column = column;
  }

  #cell(): Cell {
    const { t: type = 'n', s: style } = this.#attributes;
    const { value, text, formula } = this.#texts;
    // Nobody has computed it yet, or not since it changed.
    if (formula !== undefined && (value === undefined || this.#workbook.isToBeComputed)) return `=${formula}`;
    const content = (type === 'inlineStr' ? (text ?? value) : (value ?? text))?.trim() ?? '';
    if (content === '') return null;
    if (type === 'n') return numberOf(content, this.#workbook, Number(style ?? 0));
    if (type === 'b') return content === '1' || content === 'true' ? 'TRUE' : 'FALSE';
    if (type !== 's') return cellText(content);
    const sharedText = this.#workbook.texts[Number(content)];
    if (sharedText === undefined) throw new Error(`There is no text ${content}`);
    return sharedText;
  }
}

/** The most digits that Excel shows without a format. */
const GENERAL_DIGITS = 11;
const roundings = Array.from(
  { length: 16 },
  (_, places) => new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: places }),
);

/** Half up in decimals, which only a text has: the nearest binary number of 1.005 is less. */
const rounded = (number: number, places: number): number =>
  Number(roundings[places]!.format(`${Number(number.toPrecision(15))}` as `${number}`));

/** Days from the beginning of 1970 back to the day 0 of a sheet. */
const DAYS_BEFORE_1970 = 25_569;
const DAYS_FROM_1900_TO_1904 = 1_462;
const DAY_SECONDS = 86_400;
/** Excel's 1900 has a 29 February, so days before March are none of ours; the year 10000 begins with the last one. */
const FIRST_DAY = 61;
const LAST_DAY = 2_958_466;

/** What a cell shows: a number with the decimals of its format, a day or time to the second. */
function numberOf(text: string, { styles, isFrom1904 }: Workbook, style: number): Cell {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  const format = styles[style] ?? 'general';
  if (format === 'general') return Number(number.toPrecision(GENERAL_DIGITS));
  if (typeof format === 'number') return rounded(number, format);
  // A time of day, a duration, or a day that no calendar has: no column takes it.
  if (format === 'duration' || number < FIRST_DAY || number >= LAST_DAY) return `${number} days`;
  const days = number + (isFrom1904 ? DAYS_FROM_1900_TO_1904 : 0) - DAYS_BEFORE_1970;
  return new Date(Math.round(days * DAY_SECONDS) * 1000).toISOString();
}
