import type { Resource } from '../resources/resource.ts';
import { literal } from '../resources/fields.ts';
import { empty, raw, sql, type Sql } from '../connection/sql.ts';

/** The number of all rows of a resource that is `isCounted`, as its triggers keep it. */
export const keptCountOf = ({ source }: Pick<Resource, 'source'>): Sql =>
  sql`select sum(number) from kept_count where counted = ${raw(literal(source.name))}`;

/** SQL for a row with both numbers where the one that is kept is not that of the rows, or none is kept. */
export function keptCountDiffers(of: Resource): string {
  const counted = sql`select (${keptCountOf(of)}) as kept, (select count(*) from ${of.source.from} ${of.where ? sql`where ${of.where}` : empty}) as there`;
  return `select kept, there from (${counted.text}) counts where kept is distinct from there`;
}
