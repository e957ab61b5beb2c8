import { and, empty, join, literal, raw, sql, type Sql, type StatementKind } from '../connection/sql.ts';
import { ColumnPredicate, type Resource, type VisibilityPredicate } from '../resources/resource.ts';
import type { Column } from '../resources/tables.ts';

/** The last row of a page in the order of its list: its `key`, and the `value` before it, as PostgreSQL writes them. */
export interface Position {
  key: string;
  /** Null where the row has none, undefined where the key is the order. */
  value?: string | null | undefined;
}

/** A list before it is ordered and cut. */
export interface ListShape {
  resource: Resource;
  visibility: readonly VisibilityPredicate[];
  branches: readonly Branch[];
  /** The text that a client searches for. */
  searched: string | undefined;
  statementKind: StatementKind;
  /** Whether these are all rows of the resource. */
  isWhole: boolean;
}

export interface Order {
  by: Column;
  sort: 'asc' | 'desc';
  /** Whether it is the order of the keys, which has no ties. */
  isByKey: boolean;
  /** Whether a page can begin behind a row: what orders is the row's own, not that of another table. */
  hasPositions: boolean;
}

/** The rows that one visibility predicate shows, and others do not. */
interface Branch {
  visible: VisibilityPredicate;
  others: readonly Sql[];
  /** `from … where …` with all predicates. */
  rows: Sql;
}

const branchOf = ({ source }: Resource, visible: VisibilityPredicate, others: readonly Sql[]): Branch => ({
  visible,
  others,
  rows: sql`from ${source.from} where ${and([
    hasRanges(visible) ? sql`${visible.column.sql} = any(${anyNumberOf(visible)})` : visible,
    ...others,
  ])}`,
});

/** One branch per visibility predicate, without the rows of the branches before, so that nothing is counted twice. */
export function branchesOf(of: Resource, visibility: readonly VisibilityPredicate[], predicates: readonly Sql[]): Branch[] {
  const branches: Branch[] = [];
  let others = predicates;
  for (const visible of visibility) {
    branches.push(branchOf(of, visible, others));
    others = [...others, sql`(${visible}) is not true`];
  }
  return branches;
}

/** Number of rows that all pages together hold. */
export function countOf({ resource, isWhole, branches }: ListShape): Sql {
  if (isWhole && resource.isCounted) return keptCountOf(resource);
  return sql`select ${join(
    branches.map(({ rows }) => sql`(select count(*) ${rows})`),
    ' + ',
  )}`;
}

/** The number of rows that the principal sees; each branch stops at `limit`. */
export function visibleCountUpTo(limit: number, { resource, visibility }: ListShape): Sql {
  const counts = branchesOf(resource, visibility, []).map(({ rows }) => sql`(select count(*) from (select ${rows} limit ${limit}) seen)`);
  return sql`select ${join(counts, ' + ')}`;
}

/** The kept number of all rows of an `isCounted` resource. */
const keptCountOf = ({ source }: Pick<Resource, 'source'>): Sql =>
  sql`select sum(number) from kept_count where counted = ${raw(literal(source.name))}`;

/** SQL of a row with both numbers where the kept one is not that of the rows, or missing. */
export function keptCountDiffers(of: Resource): string {
  const counted = sql`select (${keptCountOf(of)}) as kept, (select count(*) from ${of.source.from} ${of.where ? sql`where ${of.where}` : empty}) as there`;
  return `select kept, there from (${counted.text}) counts where kept is distinct from there`;
}

/** The beginning and the length of a page: at `offset`, or behind a row. */
export interface PageWindow {
  offset: number;
  limit: number;
  after?: Position | undefined;
}

/** Follows the FROM items of a page: its rows as clients see them, in one column, so that no name becomes ambiguous. */
export const shownAs = (projected: Sql): Sql => sql` cross join lateral (select item from (select ${projected}) item) shown`;

/** What a page selects: each row as JSON and, in an order with positions, what is in them. */
export const itemsIn = ({ hasPositions, isByKey }: Order, value: Sql, key: Sql): Sql =>
  sql`row_to_json(shown.item)::text as item${hasPositions ? sql`, ${isByKey ? raw('null') : value} as value, ${key} as key` : empty}`;

// With a limit as parameter, generic plans look expensive, and PostgreSQL would plan each page again.
const commonLimits = new Map([10, 100].map((limit) => [limit, raw(`limit ${limit}`)]));

/** A limit of at least so many rows, at most twice as many, that is no parameter. */
const roughLimit = (rows: number): Sql => raw(`limit ${2 ** Math.ceil(Math.log2(rows))}`);

/**
 * One page. Each branch delivers its first rows in order, which the outer select merges. A later page is cut before it is projected, or
 * PostgreSQL would make the JSON of all rows before it.
 */
export function pageOf(shape: ListShape, order: Order, { offset, limit, after }: PageWindow, projected: Sql): Sql {
  const { source, tieColumn } = shape.resource;
  const alias = raw(source.alias);
  const ordering = orderSql(order, shape.resource);
  const commonLimit = commonLimits.get(limit);
  const isFirst = offset === 0 && commonLimit !== undefined;
  const cut = isFirst ? commonLimit : roughLimit(offset + limit);
  const parts = partsInOrder(shape, order, after);
  const ofParts = parts.map((part) => sql`(${branchRows(shape.resource, part, sql`order by ${part.ordering} ${cut}`)})`);
  const [only] = parts as [Part];
  const firstRows = (shown: Sql): Sql =>
    parts.length === 1 && !hasRanges(only.visible)
      ? sql`from ${source.from}${shown} where ${and([only.visible, ...only.others])} order by ${only.ordering} ${cut}`
      : sql`from (${join(ofParts, ' union all ')}) ${alias}${shown} order by ${ordering} ${cut}`;
  const items = itemsIn(order, order.by.sql, tieColumn.sql);
  const shown = shownAs(projected);
  if (isFirst) return sql`select ${items} ${firstRows(shown)}`;
  const window = sql`offset ${offset} ${commonLimit ?? sql`limit ${limit}`}`;
  const page = sql`select * from (select ${alias}.* ${firstRows(empty)}) ${alias} order by ${ordering} ${window}`;
  return sql`select ${items} from (${page}) ${alias}${shown} order by ${ordering}`;
}

/** Rows that are read by themselves, in an order that an index has. */
type Part = Branch & { ordering: Sql };

/** The branches as an index reads them, each range by itself. */
function partsInOrder({ resource, branches }: ListShape, order: Order, after: Position | undefined): Part[] {
  const ranges = rangesOf(order, resource.tieColumn, after);
  if (ranges.length === 0) return branches.map((branch) => ({ ...branch, ordering: orderSql(order, resource) }));
  // Within a range, all rows have a value, or none has one.
  const ordering = orderSql({ ...order, by: { ...order.by, nullable: false } }, resource);
  return branches.flatMap(({ visible, others }) =>
    ranges.map((range) => ({ ...branchOf(resource, visible, [...others, range]), ordering })),
  );
}

/**
 * Predicates of ranges that an index has in order: none is the whole list. Backwards, an index has its nulls first, so rows with a value
 * and without are read one after the other. So are those behind a position, which would else be joined by `or`.
 */
export function rangesOf({ by, sort, isByKey }: Order, { sql: key }: Pick<Column, 'sql'>, after: Position | undefined): Sql[] {
  const [values, nulls] = [sql`${by.sql} is not null`, sql`${by.sql} is null`];
  if (after === undefined) return by.nullable && by.isStored && sort === 'desc' ? [values, nulls] : [];
  const behind = raw(sort === 'asc' ? '>' : '<');
  if (isByKey) return [sql`${key} ${behind} ${after.key}`];
  if (after.value === null) return [sql`${nulls} and ${key} ${behind} ${after.key}`];
  const others = sql`(${by.sql}, ${key}) ${behind} (${after.value}, ${after.key})`;
  return by.nullable ? [others, nulls] : [others];
}

/** Whether an index has the rows in one ordered range per value. */
const hasRanges = (visible: VisibilityPredicate): visible is ColumnPredicate =>
  visible instanceof ColumnPredicate && visible.wanted.length > 1;

/**
 * The values as an array behind a `select`: PostgreSQL plans for any number of them, and keeps its generic plan. Only for an index range
 * per value: within `or` and `exists`, plans must know that there are few values, or none.
 */
function anyNumberOf({ column, wanted }: ColumnPredicate): Sql {
  const type = raw(column.type === 'uuid' ? 'uuid[]' : 'text[]');
  return sql`(select ${wanted}::${type})::${type}`;
}

/** A column predicate with several values walks one ordered index range per value instead of sorting them all. */
function branchRows({ source }: Resource, { visible, others, rows }: Branch, inner: Sql): Sql {
  const alias = raw(source.alias);
  if (!hasRanges(visible)) return sql`select ${alias}.* ${rows} ${inner}`;
  const one = sql`select ${alias}.* from ${source.from} where ${and([sql`${visible.column.sql} = seen.value`, ...others])} ${inner}`;
  return sql`select ${alias}.* from unnest(${anyNumberOf(visible)}) seen(value) cross join lateral (${one}) ${alias}`;
}

function orderSql({ by, sort, isByKey }: Order, { tieColumn }: Resource): Sql {
  const direction = raw(sort);
  const nulls = by.nullable ? raw(' nulls last') : empty;
  return isByKey ? sql`${by.sql} ${direction}` : sql`${by.sql} ${direction}${nulls}, ${tieColumn.sql} ${direction}`;
}
