import { and, sql, type Sql } from '../connection/sql.ts';
import type { Column, Table } from './tables.ts';

/** Values that a row has, by property. An array lists those of which it has one. A rule in this form guards a write and compiles to SQL. */
export type Condition<Row> = { readonly [Name in keyof Row]?: Row[Name] | readonly Row[Name][] };

/** Whether a row has the values. */
export const holds = <Row extends object>(row: Row, condition: Condition<Row>): boolean =>
  Object.entries(condition).every(([name, value]) => [value].flat().includes(row[name as keyof Row]));

/** The same as SQL; `written` makes a value that is not null a parameter or a constant. */
export const conditionSql = <Row extends object>(of: Table<Row>, condition: Condition<Row>, written: (value: unknown) => Sql): Sql =>
  and(
    Object.entries(condition).map(([name, value]) => {
      const { sql: column } = (of as unknown as Record<string, Column>)[name]!;
      if (value === null) return sql`${column} is null`;
      return Array.isArray(value) ? sql`${column} = any(${written(value)})` : sql`${column} = ${written(value)}`;
    }),
  );
