import { join, raw, sql, type Sql } from '../connection/sql.ts';
import type { Column } from './tables.ts';

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
