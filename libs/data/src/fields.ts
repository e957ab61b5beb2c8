import { sql, raw, empty, join, type Sql } from './sql.ts';
import { sourceOf, type Column, type Table } from './tables.ts';

/** Who looks: decides which rows and which fields are shown. libs/auth's Principal is one. */
export interface Viewer {
  readonly user: string;
  readonly isAdmin: boolean;
  readonly memberOf: readonly string[];
  readonly manages: readonly string[];
}

/** What a query can compare or order by. */
export type Comparable = Column;

/** A to-many relation: rows of `from` that satisfy `on`; an expression on its parts becomes EXISTS. */
export interface Relation {
  readonly from: Sql;
  readonly on: (viewer: Viewer) => Sql;
}

/** One field of a representation: what is shown, and under which names it can be searched and ordered by. */
export interface Field<T = unknown> {
  readonly value: Sql | ((viewer: Viewer) => Sql);
  readonly comparable?: Comparable;
  readonly parts?: Readonly<Record<string, Comparable>>;
  readonly relation?: Relation;
  /** Withheld (absent, not null) from everybody else. */
  readonly shownTo?: (viewer: Viewer) => boolean;
  readonly '~value'?: T;
}

/** A column as it is. */
export const column = <T>(of: Column<T>): Field<T> => ({ value: of.sql, comparable: of });

/** An SQL expression without parameters; the type is the caller's word. */
export const expression = <T>(value: Sql): Field<T> => ({ value });

/** A time as the contract writes it: `2026-11-20T05:00:00+0000`. */
export const date = <T extends Date | null | undefined>(of: Column<T>): Field<T extends Date ? string : string | null> => ({
  value: sql`to_char(${of.sql} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+0000"')`,
  comparable: of,
});

/** Minor units and currency as `{amount, currency}` in major units; null when the amount is. */
export const money = <M>(minor: Column<M>, currency: Column): Field<M extends number ? Money : Money | null> => ({
  value: sql`case when ${minor.sql} is not null then json_build_object('amount', money_major(${minor.sql}, ${currency.sql}), 'currency', ${currency.sql}) end`,
  comparable: minor,
});

/** Money as clients see it: major units. */
export interface Money {
  amount: number;
  currency: string;
}

type Camel<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Camel<Tail>>}` : S;

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Fields that are columns of the same name: `pick(p, 'title', 'short_code')` shows `p.title` and `p.shortCode`. */
export function pick<E, const N extends string>(
  from: Table<E>,
  ...names: (Camel<N> extends keyof E ? N : never)[]
): { [K in N]: Field<Camel<K> extends keyof E ? Exclude<E[Camel<K>], undefined> : never> } {
  const columns = from as unknown as Record<string, Column>;
  return Object.fromEntries(names.map((name) => [name, column(columns[camel(name)]!)])) as never;
}

/** `gid`, `href`, `created_at`, `modified_at`; `path` is the collection's. */
export const generic = (
  of: { gid: Column<string>; createdAt: Column<Date>; modifiedAt: Column<Date | null | undefined> },
  path: string,
) => ({
  gid: column(of.gid),
  href: hrefOf(path, of.gid),
  created_at: date(of.createdAt),
  modified_at: date(of.modifiedAt),
});

/** Path of a resource of `path`. */
export const hrefOf = (path: string, gid: Column): Field<string> => ({ value: sql`${raw(literal(`${path}/`))} || ${gid.sql}` });

/**
 * Reference to an aggregate of another service (or of this one) by its public state: `gid`, `href` and the named
 * text fields of the state. Searchable as `name` and `name.gid`.
 */
export function stateReference<T>(type: string, gid: Column, path: string, names: readonly string[]): Field<T> {
  const fields = names.map((name) => `s.state->>${literal(name)} as "${name}"`).join(', ');
  return {
    value: sql`case when ${gid.sql} is not null then (select row_to_json(r) from (select k.gid, ${raw(literal(`${path}/`))} || k.gid as href, ${raw(fields)}
      from (values (${gid.sql}::text)) k(gid) left join shared_state s on s.type = ${raw(literal(type))} and s.key = k.gid) r) end`,
    comparable: gid,
    parts: { gid },
  };
}

/** Reference to a row of this service; `names` are columns shown beside `gid` and `href`, searchable as `name.column`. */
export function reference<T>(key: Column, to: Table, columns: { gid: Column } & Record<string, Column>, path: string): Field<T> {
  const { name, alias } = sourceOf(to);
  const { gid, ...rest } = columns;
  const shown = Object.entries(rest).map(([label, of]) => sql`, ${of.sql} as ${raw(`"${label}"`)}`);
  const lookup = (of: Column): Column => ({
    ...of,
    nullable: true,
    sql: sql`(select ${of.sql} from ${raw(`"${name}" ${alias}`)} where ${gid.sql} = ${key.sql})`,
  });
  return {
    value: sql`(select row_to_json(r) from (select ${gid.sql} as gid, ${raw(literal(`${path}/`))} || ${gid.sql} as href${join(shown, '', '', '')} from ${raw(`"${name}" ${alias}`)} where ${gid.sql} = ${key.sql}) r)`,
    comparable: key,
    parts: { gid: key, ...Object.fromEntries(Object.entries(rest).map(([label, of]) => [label, lookup(of)])) },
  };
}

/** A to-many relation shown as a list; `item` is the JSON of one, `order` how they are sorted. */
export function list<T>(options: {
  from: Sql;
  on: (viewer: Viewer) => Sql;
  item: Sql;
  order?: Sql;
  parts: Readonly<Record<string, Comparable>>;
}): Field<T> {
  const { from, on, item, order, parts } = options;
  return {
    value: (viewer) =>
      sql`coalesce((select json_agg(${item}${order ? sql` order by ${order}` : empty}) from ${from} where ${on(viewer)}), '[]'::json)`,
    relation: { from, on },
    parts,
  };
}

/** An SQL literal of a name written in our own code. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
