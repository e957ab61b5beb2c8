import type { Principal } from '@partner-ordering/kernel';
import type { ColumnPredicate, VisibilityPredicate, Resource } from './resource.ts';
import { or, raw, Sql, sql } from '../connection/sql.ts';

const everything = raw('true');

/** The predicates of which any shows a row to a principal. An admin sees everything; a column predicate without values shows nothing. */
export function visibilityOf(of: Resource, principal: Principal): VisibilityPredicate[] {
  if (principal.isAdmin) return [everything];
  const predicates = of.visible(principal).filter((predicate) => predicate instanceof Sql || predicate.values.length > 0);
  // A list walks the values one by one: one named twice would show its rows twice.
  return predicates.map((predicate) => (predicate instanceof Sql ? predicate : { ...predicate, values: [...new Set(predicate.values)] }));
}

/** Whether a predicate names a column and its values. */
export const isColumnPredicate = (predicate: VisibilityPredicate): predicate is ColumnPredicate => !(predicate instanceof Sql);

/** A visibility predicate as SQL. */
export const predicateSql = (predicate: VisibilityPredicate): Sql => {
  if (!isColumnPredicate(predicate)) return predicate;
  const { column, values } = predicate;
  return values.length === 1 ? sql`${column.sql} = ${values[0]}` : sql`${column.sql} = any(${[...values]})`;
};

/** Rows that satisfy any of the predicates. */
export const anyPredicate = (predicates: readonly VisibilityPredicate[]): Sql => or(predicates.map(predicateSql));
