import type { Resource } from '../resources/resource.ts';
import { empty, literal, raw, sql, type Sql } from '../connection/sql.ts';

/** The kept number of all rows of an `isCounted` resource. */
export const keptCountOf = ({ source }: Pick<Resource, 'source'>): Sql =>
  sql`select sum(number) from kept_count where counted = ${raw(literal(source.name))}`;

/** SQL of a row with both numbers where the kept one is not that of the rows, or missing. */
export function keptCountDiffers(of: Resource): string {
  const counted = sql`select (${keptCountOf(of)}) as kept, (select count(*) from ${of.source.from} ${of.where ? sql`where ${of.where}` : empty}) as there`;
  return `select kept, there from (${counted.text}) counts where kept is distinct from there`;
}
