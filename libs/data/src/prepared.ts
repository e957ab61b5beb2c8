import type { Statement } from './database.ts';
import type { Sql } from './sql.ts';

/** Statements kept prepared per connection; more shapes than this run unnamed, so that clients cannot fill plan caches. */
const MAX_PREPARED = 400;
const names = new Map<string, string>();

/** Names a statement by its text, so that PostgreSQL parses and plans it once per connection. */
export function prepared({ text, values }: Sql, isCommon: boolean): Statement {
  const name = isCommon ? nameOf(text) : undefined;
  return name === undefined ? { text, values } : { name, text, values };
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= MAX_PREPARED) return undefined;
  const name = `read_${names.size}`;
  names.set(text, name);
  return name;
}
