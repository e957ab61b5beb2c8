import type { Principal } from '@partner-ordering/kernel';
import { abbreviation, empty, join, literal, raw, sql, type Sql } from '../connection/sql.ts';
import { sourceOf, type Column, type Table } from './tables.ts';

// PostgreSQL's json_build_object, json_agg and jsonb write blanks; row_to_json and array_to_json do not, and the type json keeps its text.

/** `a as "x", b as "y"`: the select list that row_to_json makes into an object. */
export const selectList = (fields: Readonly<Record<string, Sql>>): Sql =>
  join(Object.entries(fields).map(([name, value]) => sql`${value} as ${raw(`"${name}"`)}`));

/** A JSON object with these fields in this order, without blanks. */
export const jsonObject = (fields: Readonly<Record<string, Sql>>): Sql =>
  sql`(select row_to_json(j) from (select ${selectList(fields)}) j)`;

/** A JSON array, without blanks, of an expression over `rows`: what stands behind the select list, with the order. */
export const jsonArray = (item: Sql, rows: Sql): Sql => sql`array_to_json(array(select ${item} ${rows}))`;

/**
 * The shown fields of a stored object in their order: `value` for text, numbers, booleans and null, `list` for an array of those, or the
 * shape of an object within. A missing field of the model does not compile.
 */
export type Shape<T> = { readonly [K in keyof T]-?: ShapeOf<Exclude<T[K], null | undefined>> };

type ShapeOf<V> = V extends readonly unknown[] ? 'list' : V extends object ? Shape<V> : 'value';

type AnyShape = { readonly [name: string]: 'value' | 'list' | AnyShape };

/** An object in a jsonb column, built field by field, since jsonb has an order and a spacing of its own. */
export const storedObject = <T extends object>(of: Column<T>, shape: Shape<T>): { value: Sql; comparable: Column; '~value'?: T } => ({
  value: storedSql(of.sql, shape as unknown as AnyShape),
  comparable: of,
});

function storedSql(of: Sql, shape: 'value' | 'list' | AnyShape): Sql {
  if (shape === 'value') return of;
  const parts = (type: string, value: Sql) => sql`case when jsonb_typeof(${of}) = ${raw(`'${type}'`)} then ${value} end`;
  if (shape === 'list') return parts('array', jsonArray(raw('e'), sql`from jsonb_array_elements(${of}) e`));
  const fields = Object.entries(shape).map(([name, part]) => [name, storedSql(sql`${of}->${raw(`'${name}'`)}`, part)]);
  return parts('object', jsonObject(Object.fromEntries(fields) as Record<string, Sql>));
}

/** A to-many relation: rows of `from` that satisfy `on`; an expression on its parts becomes EXISTS. */
export interface Relation {
  readonly from: Sql;
  readonly on: (principal: Principal) => Sql;
}

/** One field of a representation: what is shown, and under which names it can be searched and ordered by. */
export interface Field<T = unknown> {
  readonly value: Sql | ((principal: Principal) => Sql);
  readonly comparable?: Column;
  readonly parts?: Readonly<Record<string, Column>>;
  readonly relation?: Relation;
  /** For whom the field is shown; for others it is absent, not null. */
  readonly shownTo?: (principal: Principal) => boolean;
  /** The rows in which the caller sees the field, by default all; in others it is null, in `value` and in searches. */
  readonly seenIn?: (principal: Principal) => Sql | undefined;
  readonly '~value'?: T;
}

/** A column as it is. */
export const column = <T>(of: Column<T>): Field<Exclude<T, undefined>> => ({ value: of.sql, comparable: of });

/** An SQL expression without parameters; its type is not checked. */
export const expression = <T>(value: Sql): Field<T> => ({ value });

/** A time as SQL of the text that the contract writes: `2026-11-20T05:00:00+0000`. */
export const timeText = (at: Sql): Sql => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"+0000"')`;

/** A time as the contract writes it. */
export const date = <T extends Date | null | undefined>(of: Column<T>): Field<T extends Date ? string : string | null> => ({
  value: timeText(of.sql),
  comparable: of,
});

/** Minor units as SQL in major units. */
export const majorUnits = (minor: Column, currency: Column): Sql => sql`money_major(${minor.sql}, ${currency.sql})`;

/** Minor units as SQL of the JSON `{amount, currency}`, in major units. */
export const moneyJson = (minor: Column, currency: Column): Sql =>
  jsonObject({ amount: majorUnits(minor, currency), currency: currency.sql });

/** Minor units as an amount in major units, or null; the currency is a field of its own. */
export const amount = <M>(minor: Column<M>, currency: Column): Field<M extends number ? number : number | null> => ({
  value: majorUnits(minor, currency),
});

/** Minor units and currency as `{amount, currency}` in major units; null when the amount is. */
export const money = <M>(minor: Column<M>, currency: Column): Field<M extends number ? Money : Money | null> => ({
  value: sql`case when ${minor.sql} is not null then ${moneyJson(minor, currency)} end`,
});

/** Money as clients see it: major units. */
export interface Money {
  amount: number;
  currency: string;
}

/** An image as clients see it. */
export interface Image {
  url: string;
  variations: { icon: { url: string }; thumb: { url: string } };
}

/** An image as SQL of its JSON: its `url`, and `of` with the address of each variation. */
export const imageJson = (url: Sql, of: (variation: string) => Sql): Sql => jsonObject({ url, variations: variationsJson(of) });

const variationsJson = (of: (variation: string) => Sql): Sql => {
  const file = (variation: string): Sql => jsonObject({ url: of(variation) });
  return jsonObject({ icon: file('-icon'), thumb: file('-thumb') });
};

const appendedTo =
  (of: Column) =>
  (variation: string): Sql =>
    sql`${of.sql} || ${raw(literal(variation))}`;

/** The variations of an image by the column with its address; null without one. */
export const variations = (of: Column<string | null>): Field<Image['variations'] | null> => ({
  value: sql`case when ${of.sql} is not null then ${variationsJson(appendedTo(of))} end`,
});

/** An image by the column with its address; null without one. */
export const image = (of: Column<string | null>, variation: '' | '-thumb' = ''): Field<Image | null> => ({
  value: sql`case when ${of.sql} is not null then ${imageJson(appendedTo(of)(variation), appendedTo(of))} end`,
});

/** A file by the column with its address; null without one. */
export const file = (of: Column<string | null>): Field<{ url: string } | null> => ({
  value: sql`case when ${of.sql} is not null then ${jsonObject({ url: of.sql })} end`,
});

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

/** The fields of nearly every resource: `gid`, `created_at`, `modified_at`, `href`, if the table has the columns. */
export function genericFields(of: Table, path: string): Record<string, Field> {
  const { gid, createdAt, modifiedAt } = of as unknown as Partial<Record<string, Column<Date | null>>>;
  return {
    ...(gid ? { gid: column(gid) } : {}),
    ...(createdAt ? { created_at: date(createdAt) } : {}),
    ...(createdAt && modifiedAt ? { modified_at: date(lastModified({ createdAt, modifiedAt })) } : {}),
    ...(gid ? { href: hrefOf(path, gid) } : {}),
  };
}

/** When a row was last changed, or created. */
export const lastModified = ({ createdAt, modifiedAt }: Record<'createdAt' | 'modifiedAt', Column<Date | null>>): Column<Date> => ({
  sql: sql`coalesce(${modifiedAt.sql}, ${createdAt.sql})`,
  type: 'time',
  nullable: false,
});

/** Path of a resource of `path`. */
export const hrefOf = (path: string, gid: Column): Field<string> => ({ value: sql`${raw(literal(`${path}/`))} || ${gid.sql}` });

type ReferenceColumns = Readonly<Record<string, Column>> & { gid: Column };

/** A reference to a row at hand as SQL of its JSON: its columns beside `href`. */
export const referenceJson = (path: string, columns: ReferenceColumns): Sql => jsonObject(referenceColumns(path, columns));

const referenceColumns = (path: string, { gid, ...rest }: ReferenceColumns): Record<string, Sql> => ({
  gid: gid.sql,
  href: hrefOf(path, gid).value as Sql,
  ...Object.fromEntries(Object.entries(rest).map(([name, of]) => [name, of.sql])),
});

/** `T`, or null where the column that refers may be null. */
export type Nullable<T, C> = null extends C ? T | null : undefined extends C ? T | null : T;

/** Reference to a row of this service: its columns are shown beside `href`, and searchable as `name.column`. */
export function reference<T>(path: string, to: Table, columns: { [K in Exclude<keyof T & string, 'href'>]-?: Column<T[K] | undefined> }) {
  const { from } = sourceOf(to);
  const { gid, ...rest } = columns as unknown as ReferenceColumns;
  const selected = selectList(referenceColumns(path, { gid, ...rest }));
  return <C>(key: Column<C>): Field<Nullable<T, C>> => {
    const row = sql`from ${from} where ${gid.sql} = ${key.sql}`;
    const lookup = (of: Column): Column => ({
      ...of,
      nullable: true,
      isStored: false,
      isOfOthers: true,
      sql: sql`(select ${of.sql} ${row})`,
    });
    return {
      value: sql`(select row_to_json(r) from (select ${selected} ${row}) r)`,
      comparable: key,
      parts: { gid: key, ...Object.fromEntries(Object.entries(rest).map(([label, of]) => [label, lookup(of)])) },
    };
  };
}

/** A to-many relation shown as a list of `item`; `order` is how they are sorted. */
export function list<T>({ from, on, item, order, parts }: ListDeclaration<T>): Field<T[]> {
  const shown = typeof item.value === 'function' ? item : { value: abbreviation(item.value) };
  return {
    value: (principal) =>
      jsonArray(valueFor(shown, principal), sql`from ${from} where ${on(principal)}${order ? sql` order by ${order}` : empty}`),
    relation: { from, on },
    parts,
  };
}

export interface ListDeclaration<T> extends Relation {
  item: Field<T>;
  order?: Sql;
  parts: Readonly<Record<string, Column>>;
}

const valueFor = ({ value }: Field, principal: Principal): Sql => (typeof value === 'function' ? value(principal) : value);
