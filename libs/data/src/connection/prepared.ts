import type { Sql, Statement } from './sql.ts';

/** The text is our `own`, or depends on a short query of a `client`, or on a long one (`special`), and is not prepared. */
export type StatementKind = 'own' | 'client' | 'special';

/** Names of prepared statements. The limit of `client` is small, so that no client fills PostgreSQL's memory with them. */
const namesByKind = {
  own: { most: 400, names: new Map<string, string>() },
  tx: { most: 400, names: new Map<string, string>() },
  client: { most: 100, names: new Map<string, string>() },
};

/** Names a statement by its text, so that PostgreSQL parses and plans it once per connection. */
export function prepared({ text, values }: Sql, kind: StatementKind): Statement {
  const name = kind === 'special' ? undefined : statementName(text, kind);
  return name === undefined ? { text, values } : { name, text, values };
}

/** The name of a text, always the same; undefined when its kind has reached its limit. */
export function statementName(text: string, kind: keyof typeof namesByKind): string | undefined {
  const { names, most } = namesByKind[kind];
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= most) return undefined;
  const name = `${kind}_${names.size}`;
  names.set(text, name);
  return name;
}
