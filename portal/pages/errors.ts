/** Gives each reason and each code of docs/partners/errors.md a heading, by which the search and `Link` of an error find it. */

/** The page with its tables of reasons and codes as headings with the names as anchors. */
export function withErrorAnchors(page: string): string {
  const reasons = table(page, /^\| status \| `reason` +\|/m);
  const codes = table(page, /^\| code +\| sentence +\|/m);
  const reasonNames = new Set(reasons.rows.map(([, reason = '']) => nameIn(reason)));
  const codeNames = new Set(codes.rows.map(([code = '']) => nameIn(code)));
  const withReasons = page.replace(reasons.text, () => reasons.rows.map((row) => reasonSection(row, codeNames)).join('\n\n'));
  return withReasons.replace(codes.text, () => codes.rows.map((row) => codeSection(row, reasonNames)).join('\n\n'));
}

const nameIn = (cell: string): string | undefined => /`(\w+)`/.exec(cell)?.[1];

function reasonSection([status = '', reason = '', meaning = '']: readonly string[], codes: ReadonlySet<string | undefined>): string {
  const name = nameIn(reason);
  const more = name !== undefined && codes.has(name) ? ` A detail may have the [code](#code-${name}) of this name.` : '';
  return `### ${[status, ...(name === undefined ? [] : [`\`${name}\``])].join(' ')} {#${name ?? status}}\n\n${meaning}${more}`;
}

/** A code of the same name as a reason has another anchor. */
function codeSection(
  [code = '', sentence = '', params = '', service = '']: readonly string[],
  reasons: ReadonlySet<string | undefined>,
): string {
  const name = nameIn(code);
  const lines = [
    sentence,
    ...(params === '' ? [] : [`Parameters: ${params}.`]),
    ...(service === 'several' ? [] : [`Service: ${service}.`]),
  ];
  return `### ${code} {#${reasons.has(name) ? 'code-' : ''}${name}}\n\n${lines.join('\\\n')}`;
}

/** A table by the beginning of its head, with the cells of its rows. */
function table(page: string, head: RegExp): { text: string; rows: string[][] } {
  const start = page.search(head);
  const text = start < 0 ? '' : /^(?:\|.*\n)+/.exec(page.slice(start))![0].trimEnd();
  const rows = text.split('\n').slice(2).map(cellsOf);
  if (rows.length === 0) throw new Error(`docs/partners/errors.md lacks the table ${head}`);
  return { text, rows };
}

const cellsOf = (row: string): string[] =>
  row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim().replaceAll(String.raw`\|`, '|'));
