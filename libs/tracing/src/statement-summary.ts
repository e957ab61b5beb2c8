/** What a statement does, and with which table. */
export interface StatementSummary {
  /** In small letters: `insert`, `commit`. */
  operation: string;
  table: string | undefined;
  /** Both: `insert project`. */
  summary: string;
}

/** `for update` changes nothing, and `do update` belongs to an insert. */
const change =
  /\b(insert)\s+into\s+"?(\w+)|(?<!\b(?:for|key|do)\s+)\b(update)\s+(?:only\s+)?"?(\w+)|\b(delete)\s+from\s+(?:only\s+)?"?(\w+)/gi;
/** A function, as in `from unnest(…)`, is no table. */
const reading = /^\s*(?:with\b[^]*?\b(?=select\b))?([a-z]+)(?:[^]*?\sfrom\s+"?([a-z_]\w*)\b(?!\s*\())?/i;

/** Of a statement's text, without anything that stands in it as a value. */
export function summaryOf(text: string): StatementSummary {
  // What stands behind `with` comes first; what the statement is for, last.
  const parts = [...text.matchAll(change)].at(-1) ?? reading.exec(text) ?? [];
  const [, verb = 'query', table] = parts.filter((part) => part !== undefined);
  const operation = verb.toLowerCase();
  return { operation, table, summary: table === undefined ? operation : `${operation} ${table}` };
}
