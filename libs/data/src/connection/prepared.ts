import type { Sql, Statement } from './sql.ts';

/** Who decides the shape of a statement: our code, a client's short query, or a query so special that it stays unnamed. */
export type Shaping = 'own' | 'client' | 'special';

/**
 * Statements kept prepared per connection: reads of our own, statements of transactions, and what clients shape, which has a small
 * share, so that nobody can fill the plan caches or push out the statements that everybody needs.
 */
const shares = {
  own: { most: 400, names: new Map<string, string>() },
  tx: { most: 400, names: new Map<string, string>() },
  client: { most: 100, names: new Map<string, string>() },
};

/** Names a statement by its text, so that PostgreSQL parses and plans it once per connection. */
export function prepared({ text, values }: Sql, shaping: Shaping): Statement {
  const name = shaping === 'special' ? undefined : statementName(text, shaping);
  return name === undefined ? { text, values } : { name, text, values };
}

/** One name for one text; undefined when its share is used up. */
export function statementName(text: string, share: keyof typeof shares): string | undefined {
  const { names, most } = shares[share];
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= most) return undefined;
  const name = `${share}_${names.size}`;
  names.set(text, name);
  return name;
}
