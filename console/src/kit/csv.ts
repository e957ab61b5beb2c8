import { plainText, type Language } from '@partner-ordering/kernel/texts';

type Cell = string | number | Date | null;

/** The separators of cells and decimals in spreadsheets of a language. */
const separators: Readonly<Record<Language, { cell: string; decimal: string }>> = {
  en: { cell: ',', decimal: '.' },
  fr: { cell: ';', decimal: ',' },
};
/** A spreadsheet of another language may separate cells by the other sign, and then takes what follows it for a formula as well. */
const formulas = /(^|[,;])([\s"]*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** Only texts are quoted. One that a spreadsheet takes for a formula gets an apostrophe before it. */
function cellOf(value: Cell, decimal: string): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value).replace('.', decimal);
  // Swedish is ISO 8601, which spreadsheets of all languages take for a time when it has no zone.
  if (value instanceof Date) return value.toLocaleString('sv-SE');
  return `"${plainText(value).replaceAll(formulas, "$1$2'").replaceAll('"', '""')}"`;
}

/** A CSV file as spreadsheets of a language open it, with the mark of UTF-8 that they need. Times are those of the reader's time zone. */
export function csvOf(rows: readonly (readonly Cell[])[], language: Language): string {
  const { cell, decimal } = separators[language];
  return `\uFEFF${rows.map((row) => `${row.map((value) => cellOf(value, decimal)).join(cell)}\r\n`).join('')}`;
}

/** Has the browser save a CSV file. */
export function saveCsv(name: string, rows: readonly (readonly Cell[])[], language: Language): void {
  const url = URL.createObjectURL(new Blob([csvOf(rows, language)], { type: 'text/csv' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
