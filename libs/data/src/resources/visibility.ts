import type { Viewer } from './fields.ts';
import type { ColumnLens, Lens, Resource } from './resource.ts';
import { oneOf, raw, Sql, sql } from '../connection/sql.ts';

const everything = raw('true');

/** The lenses through which a viewer sees a resource; an admin sees everything, nobody sees through an empty one. */
export function lensesOf(of: Resource, viewer: Viewer): Lens[] {
  if (viewer.isAdmin) return [everything];
  const lenses = of.visible(viewer).filter((lens) => lens instanceof Sql || lens.values.length > 0);
  // A list walks the values one by one: one named twice would show its rows twice.
  return lenses.map((lens) => (lens instanceof Sql ? lens : { ...lens, values: [...new Set(lens.values)] }));
}

/** Whether a lens names a column and its values. */
export const isColumnLens = (lens: Lens): lens is ColumnLens => !(lens instanceof Sql);

/** A lens as predicate. */
export const lensPredicate = (lens: Lens): Sql => {
  if (!isColumnLens(lens)) return lens;
  const { column, values } = lens;
  return values.length === 1 ? sql`${column.sql} = ${values[0]}` : sql`${column.sql} = any(${[...values]})`;
};

/** Rows that are seen through any of the lenses. */
export const seenThrough = (lenses: readonly Lens[]): Sql => oneOf(lenses.map(lensPredicate));
