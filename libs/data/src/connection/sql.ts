import sqlTag, { empty, join, raw, Sql } from 'sql-template-tag';

/** Tagged template for SQL with parameters; values never become part of the text. */
export const sql = sqlTag;
export { empty, join, raw, Sql };

/** A statement with its parameters; `name` makes it a prepared statement of its connection. */
export interface Statement {
  text: string;
  values: readonly unknown[];
  name?: string;
}

/** An SQL literal of a text written in our own code. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** `a and b and …`; no predicate is `true`. */
export const and = (predicates: Sql[]): Sql => (predicates.length === 0 ? raw('true') : sql`(${join(predicates, ' and ')})`);

/** `a or b or …`; no predicate is `false`. */
export const or = (predicates: Sql[]): Sql => (predicates.length === 0 ? raw('false') : sql`(${join(predicates, ' or ')})`);
