import { MAX_LINE_CHARACTERS } from './sheet.ts';
import { withoutPrefix, type XlsxParts } from './xlsx-parts.ts';

/**
 * The number format of a cell: the decimals that it shows, `general` for as many as there are. A `duration` is hours, minutes or seconds
 * that may exceed a day.
 */
export type NumberStyle = number | 'general' | 'date' | 'duration';

/** The parts of a workbook that cells refer to. */
export interface Workbook {
  /** Path of the first visible sheet. */
  sheet: string;
  texts: readonly (string | null)[];
  /** The number format by the index of a cell's style. */
  styles: readonly NumberStyle[];
  /** Dates count from 1904 instead of 1900. */
  isFrom1904: boolean;
  /** The file asks to recalculate formulas when it is opened, so their stored values may be missing. */
  isToBeComputed: boolean;
}

/** Throws any error for a file that is no XLSX. */
export function workbookOf(parts: XlsxParts): Workbook {
  const main = [...parts.relationsOf('').values()].find(({ type }) => type === 'officeDocument')!.path;
  const relations = parts.relationsOf(main);
  const sheets: { path: string; isHidden: boolean }[] = [];
  const settings = { isFrom1904: false, isToBeComputed: false };
  parts.read(main, {
    open: (name, attributes) => {
      const { state = 'visible', date1904, fullCalcOnLoad } = attributes;
      // An extension has an element of the same name, without this attribute.
      if (name === 'workbookPr') settings.isFrom1904 ||= isTrue(date1904);
      if (name === 'calcPr') settings.isToBeComputed ||= isTrue(fullCalcOnLoad);
      if (name !== 'sheet') return;
      const [, id = ''] = Object.entries(attributes).find(([attributeName]) => withoutPrefix(attributeName) === 'id') ?? [];
      const relation = relations.get(id);
      // A sheet may also be a chart.
      if (relation?.type === 'worksheet') sheets.push({ path: relation.path, isHidden: state !== 'visible' });
    },
  });
  const pathOf = (relationType: string): string | undefined => [...relations.values()].find(({ type }) => type === relationType)?.path;
  return {
    sheet: (sheets.find(({ isHidden }) => !isHidden) ?? sheets[0])!.path,
    texts: textsOf(parts, pathOf('sharedStrings')),
    styles: stylesOf(parts, pathOf('styles')),
    ...settings,
  };
}

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The state of an element while it is read. Undefined is absent, which differs from empty. */
export class ElementTexts {
  value: string | undefined;
  text: string | undefined;
  formula: string | undefined;
  #element: 'value' | 'text' | 'formula' | undefined;
  #isReading = false;

  clear(): void {
    this.value = undefined;
    this.text = undefined;
    this.formula = undefined;
  }

  open(name: string): void {
    // The reading of an East Asian name stands beside it.
    if (name === 'rPh') this.#isReading = true;
    this.#element = this.#isReading ? undefined : elements.get(name);
    if (this.#element) this[this.#element] ??= '';
  }

  add(text: string): void {
    if (this.#element) this[this.#element] += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isReading = false;
    this.#element = undefined;
  }
}

const elements: ReadonlyMap<string, 'value' | 'text' | 'formula'> = new Map([
  ['v', 'value'],
  ['t', 'text'],
  ['f', 'formula'],
]);

/**
 * A text without blanks around it; null if it is empty. XLSX writes a character that XML cannot hold, such as CR, by its code. Many cells
 * may share a long text: a cut one still exceeds the limit of a line.
 */
export const cellText = (text: string): string | null =>
  text
    .replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll('\0', '')
    .trim()
    .slice(0, MAX_LINE_CHARACTERS) || null;

function textsOf(parts: XlsxParts, path: string | undefined): (string | null)[] {
  const texts: (string | null)[] = [];
  const item = new ElementTexts();
  if (path !== undefined)
    parts.read(path, {
      open: (name) => (name === 'si' ? item.clear() : item.open(name)),
      text: (text) => item.add(text),
      close: (name) => (name === 'si' ? void texts.push(cellText(item.text ?? '')) : item.close(name)),
    });
  return texts;
}

function stylesOf(parts: XlsxParts, path: string | undefined): NumberStyle[] {
  /** The styles of the file's own formats: many cells may share a long one. */
  const formats = new Map<string, NumberStyle>();
  const styles: NumberStyle[] = [];
  let isList = false;
  if (path !== undefined)
    parts.read(path, {
      open: (name, { numFmtId = '0', formatCode = '' }) => {
        if (name === 'cellXfs') isList = true;
        else if (name === 'numFmt') formats.set(numFmtId, styleOf(Number(numFmtId), formatCode));
        else if (name === 'xf' && isList) styles.push(formats.get(numFmtId) ?? styleOf(Number(numFmtId)));
      },
      close: (name) => {
        if (name === 'cellXfs') isList = false;
      },
    });
  return styles;
}

/** Ranges of date formats among Excel's numbered formats: from, to. */
const dateFormats = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;
const DURATION_FORMAT = 46;
/** The decimals of Excel's numbered formats, percent included; the others are general. */
const numberedDecimals: ReadonlyMap<number, number> = new Map(
  Object.entries({ 0: [1, 3, 5, 6, 37, 38, 41, 42], 2: [2, 4, 7, 8, 9, 39, 40, 43, 44], 4: [10] }).flatMap(([decimals, numbers]) =>
    numbers.map((number) => [number, Number(decimals)]),
  ),
);
/**
 * Literal text, colors, conditions and languages in a format code; `[h]`, hours beyond a day, stays. A bracket without an end takes all
 * that follows: were it left, each bracket after it would look through the rest again.
 */
const literals = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*(?:\]|$)/gi;
/** Codes whose decimals differ with the value, or are not those of the value: conditions, fractions and powers of ten. */
const variable = /\[[<>=]|[0#?]\s*\/|[0#?]E[+-]/i;
/** Excel computes with 15 digits. */
const MAX_DECIMALS = 15;

function styleOf(number: number, code?: string): NumberStyle {
  if (number === DURATION_FORMAT) return 'duration';
  if (code === undefined)
    return dateFormats.some(([from, to]) => number >= from && number <= to) ? 'date' : (numberedDecimals.get(number) ?? 'general');
  const [positive = ''] = code.replaceAll(literals, '').split(';');
  if (positive.includes('[')) return 'duration';
  // The digits of `ss.00` are fractions of a second. All other digits are those of a number, with any letters beside them.
  if (/[dmyhs]/i.test(positive) && !/[0#?]/.test(positive.replaceAll(/s[.,]0+/gi, ''))) return 'date';
  if (variable.test(code) || !/[0#?]/.test(positive)) return 'general';
  const [, places = ''] = /\.([0#?]+)/.exec(positive) ?? [];
  return Math.min(places.length + 2 * (positive.split('%').length - 1), MAX_DECIMALS);
}
