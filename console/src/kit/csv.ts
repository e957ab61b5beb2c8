type Cell = string | number | null;

/** A cell as RFC 4180 writes it. Spreadsheets take a text that begins like a formula for one, so it gets an apostrophe. */
function cellOf(value: Cell): string {
  if (value === null) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Has the browser save a CSV file, with the mark of UTF-8 that spreadsheets need. */
export function saveCsv(name: string, rows: readonly (readonly Cell[])[]): void {
  const lines = rows.map((row) => `${row.map(cellOf).join(',')}\r\n`);
  const url = URL.createObjectURL(new Blob(['\ufeff', ...lines], { type: 'text/csv' }));
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}
