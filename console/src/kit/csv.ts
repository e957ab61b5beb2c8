/** A cell as RFC 4180 writes it. Spreadsheets take a text that begins like a formula for one, so it gets an apostrophe. */
function cellOf(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text of a CSV file, whose mark of UTF-8 spreadsheets need. */
const csvOf = (rows: readonly (readonly (string | number | null)[])[]): string =>
  `\ufeff${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;

/** Has the browser save a CSV file. */
export function saveCsv(name: string, rows: readonly (readonly (string | number | null)[])[]): void {
  const url = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
