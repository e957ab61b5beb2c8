import { isColumnPredicate, predicateSql } from '../resources/visibility.ts';
import { keptCountOf } from './kept-count.ts';
import type { StatementKind } from '../connection/prepared.ts';
import { resolveName, type VisibilityPredicate, type Resource, type Within } from '../resources/resource.ts';
import { isGid, type Principal } from '@partner-ordering/kernel';
import { and, join, raw, sql, type Sql } from '../connection/sql.ts';
import type { Column } from '../resources/tables.ts';

/** A list before it is ordered and cut. */
export interface ListShape {
  resource: Resource;
  visibility: VisibilityPredicate[];
  predicates: Sql[];
  statementKind: StatementKind;
  /** Whether these are all rows of the resource. */
  isWhole: boolean;
}

export interface Order {
  by: Column;
  sort: 'asc' | 'desc';
}

/** The predicates of the resource and of the nested collection. */
export const matching = (of: Resource, principal: Principal, within: Within | undefined): Sql[] => [
  ...(of.where ? [of.where] : []),
  ...(within ? [withinPredicate(of, principal, within)] : []),
];

function withinPredicate(of: Resource, principal: Principal, { field, value }: Within): Sql {
  const resolved = resolveName(of, field) ?? resolveName(of, `${field}.gid`);
  if (!resolved) throw new Error(`${of.noun}: no field ${field}`);
  const { comparable, relation } = resolved;
  if (comparable.type === 'uuid' && !isGid(value)) return raw('false');
  const equals = sql`${comparable.sql} = ${value}`;
  return relation ? sql`exists (select 1 from ${relation.from} where ${relation.on(principal)} and ${equals})` : equals;
}

/** The rows that one visibility predicate shows, and others do not. */
interface Branch {
  visible: VisibilityPredicate;
  where: Sql[];
}

/** One branch per visibility predicate, without the rows of the branches before, so that nothing is counted twice. */
export function branches({ visibility, predicates }: Pick<ListShape, 'visibility' | 'predicates'>): Branch[] {
  return visibility.map((visible, index) => ({
    visible,
    where: [...predicates, ...visibility.slice(0, index).map((earlier) => sql`(${predicateSql(earlier)}) is not true`)],
  }));
}

/** Number of rows that all pages together hold. */
export function countOf(shape: ListShape): Sql {
  if (shape.isWhole && shape.resource.isCounted) return keptCountOf(shape.resource);
  return sumOf(shape, (rows) => sql`(select count(*) ${rows})`);
}

/** The number of rows that the principal sees; each branch stops at `most`. */
export const seenUpTo = (most: number, { resource, visibility }: Pick<ListShape, 'resource' | 'visibility'>): Sql =>
  sumOf({ resource, visibility, predicates: [] }, (rows) => sql`(select count(*) from (select ${rows} limit ${most}) seen)`);

function sumOf(shape: Pick<ListShape, 'resource' | 'visibility' | 'predicates'>, count: (rows: Sql) => Sql): Sql {
  const { from } = shape.resource.source;
  const counts = branches(shape).map(({ visible, where }) => count(sql`from ${from} where ${and([predicateSql(visible), ...where])}`));
  return sql`select ${join(counts, ' + ')}`;
}

/** Where a page begins and how long it is. */
export interface PageWindow {
  offset: number;
  limit: number;
}

/** One page: each branch delivers at most offset + limit rows in order, which the outer select merges and cuts. */
export function pageOf(shape: ListShape, order: Order, { offset, limit }: PageWindow, projected: Sql): Sql {
  const { resource } = shape;
  const ordering = orderSql(order, resource);
  const cut = cutSql({ offset, limit });
  const parts = partsInOrder(shape, order);
  const [first, ...others] = parts;
  if (others.length === 0 && !(isColumnPredicate(first!.visible) && first!.visible.values.length > 1)) {
    return sql`select ${projected} from ${resource.source.from} where ${and([predicateSql(first!.visible), ...first!.where])} order by ${ordering} ${cut}`;
  }
  const rows = unionOf(resource, parts, offset + limit);
  return sql`select ${projected} from (${rows}) ${raw(resource.source.alias)} order by ${ordering} ${cut}`;
}

// With a limit as parameter, generic plans look expensive, and PostgreSQL would plan each page again.
const commonLimits = new Set([10, 100]);

const cutSql = ({ offset, limit }: PageWindow): Sql =>
  offset === 0 && commonLimits.has(limit) ? raw(`limit ${limit}`) : sql`offset ${offset} limit ${limit}`;

/** Rows that are read by themselves, in an order that an index has. */
interface Part extends Branch {
  ordering: Sql;
}

/** The branches as an index reads them. Backwards its nulls come first, so rows with a value and without are read one after the other. */
function partsInOrder(shape: ListShape, order: Order): Part[] {
  const whole = branches(shape);
  const { by, sort } = order;
  if (!(by.nullable && by.isStored) || sort === 'asc')
    return whole.map((branch) => ({ ...branch, ordering: orderSql(order, shape.resource) }));
  const ordering = sql`${by.sql} desc, ${keyOf(shape.resource).sql} desc`;
  return whole.flatMap(({ visible, where }) =>
    ['is not null', 'is null'].map((kind) => ({ visible, where: [...where, sql`${by.sql} ${raw(kind)}`], ordering })),
  );
}

const unionOf = (resource: Resource, parts: readonly Part[], most: number): Sql =>
  join(
    parts.map((part) => sql`(${branchRows(resource, part, sql`order by ${part.ordering} limit ${most}`)})`),
    ' union all ',
  );

/** A column predicate with several values walks one ordered index range per value instead of sorting them all. */
function branchRows(resource: Resource, { visible, where }: Branch, inner: Sql): Sql {
  const alias = raw(resource.source.alias);
  if (!isColumnPredicate(visible) || visible.values.length === 1) {
    return sql`select ${alias}.* from ${resource.source.from} where ${and([predicateSql(visible), ...where])} ${inner}`;
  }
  const one = sql`select ${alias}.* from ${resource.source.from} where ${and([sql`${visible.column.sql} = seen.value`, ...where])} ${inner}`;
  const values = sql`${[...visible.values]}::${raw(visible.column.type === 'uuid' ? 'uuid[]' : 'text[]')}`;
  return sql`select ${alias}.* from unnest(${values}) seen(value) cross join lateral (${one}) ${alias}`;
}

/** The column that orders rows by default and decides ties. */
export const keyOf = (of: Resource): Column => (resolveName(of, 'gid') ?? resolveName(of, of.key ?? 'gid'))!.comparable;

function orderSql({ by, sort }: Order, resource: Resource): Sql {
  const key = keyOf(resource);
  const direction = raw(sort);
  const nulls = by.nullable ? raw(' nulls last') : raw('');
  return by.sql.sql === key.sql.sql ? sql`${key.sql} ${direction}` : sql`${by.sql} ${direction}${nulls}, ${key.sql} ${direction}`;
}
