import sqlTag, { empty, join, raw, Sql } from 'sql-template-tag';

/** Tagged template for SQL with parameters; values never become part of the text. */
export const sql = sqlTag;
export { empty, join, raw, Sql };

/** A statement with its parameters; `name` makes it a prepared statement of its connection. */
export interface Statement {
  text: string;
  values: readonly unknown[];
  name?: string;
  /** See `byKey`. */
  isByKey?: boolean;
  /** See `ofList`. */
  isOfList?: boolean;
}

/** An SQL literal of a text written in our own code. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** `a and b and …`; no predicate is `true`. */
export const and = (predicates: readonly Sql[]): Sql => (predicates.length === 0 ? raw('true') : sql`(${join(predicates, ' and ')})`);

/** `a or b or …`; no predicate is `false`. */
export const or = (predicates: readonly Sql[]): Sql => (predicates.length === 0 ? raw('false') : sql`(${join(predicates, ' or ')})`);

/** Our `own` text, that of a short query of a `client`, or a `special` one (long queries, searches), planned for its values each time. */
export type StatementKind = 'own' | 'client' | 'special';

/** A statement as a connection prepares it. */
interface NamedStatement {
  name: string;
  text: string;
}

/** Names of prepared statements. The limits of `client` and of entities' `update`, whose columns a client chooses, are small. */
const namesByKind = {
  own: { most: 500, names: new Map<string, NamedStatement>() },
  tx: { most: 400, names: new Map<string, NamedStatement>() },
  update: { most: 100, names: new Map<string, NamedStatement>() },
  client: { most: 100, names: new Map<string, NamedStatement>() },
};

/** Names a statement by its text, so that PostgreSQL parses and plans it once per connection. */
export function prepared({ text, values }: Sql, kind: StatementKind): Statement {
  const known = kind === 'special' ? undefined : namedStatement(text, kind);
  return known === undefined ? { text: expandAbbreviations(text), values } : { ...known, values };
}

/** Marks a `select` of rows by their keys, which is short: outside of transactions it travels with others (`pipes.ts`). */
export const byKey = (statement: Statement): Statement => ({ ...statement, isByKey: true });

/** Marks a `select` of a list or a count, which a client may make costly: outside of transactions it ends after 2 s. */
export const ofList = (statement: Statement): Statement => ({ ...statement, isOfList: true });

/** A text with its name, always the same; undefined when its kind has reached its limit. */
export function namedStatement(text: string, kind: keyof typeof namesByKind): NamedStatement | undefined {
  const { names, most } = namesByKind[kind];
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= most) return undefined;
  const added = { name: `${kind}_${names.size}`, text: expandAbbreviations(text) };
  names.set(text, added);
  return added;
}

const abbreviations = new Map<string, string>();
const abbreviatedTexts: string[] = [];

/**
 * The same SQL with short texts between its parameters, made once and for statements that are `prepared`. These are then found by a short
 * text: most of a read's time in this process went into hashing and comparing texts of several thousand characters.
 */
export const abbreviation = ({ strings, values }: Sql): Sql => new Sql(strings.map(abbreviated), values);

function abbreviated(text: string): string {
  const known = abbreviations.get(text);
  if (known !== undefined) return known;
  // No SQL of ours has this character, and what clients send is a parameter.
  const added = `\u0001${abbreviatedTexts.push(text) - 1}\u0001`;
  abbreviations.set(text, added);
  return added;
}

const expandAbbreviations = (text: string): string => text.replaceAll(/\u0001(\d+)\u0001/g, (_, index) => abbreviatedTexts[Number(index)]!);
