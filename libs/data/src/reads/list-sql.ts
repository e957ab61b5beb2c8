import { and, empty, join, literal, raw, sql, type Sql, type StatementKind } from '../connection/sql.ts';
import { ColumnPredicate, type Resource, type VisibilityPredicate } from '../resources/resource.ts';
import type { Column } from '../resources/tables.ts';

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

/** The beginning and the length of a page. */
export interface PageWindow {
  offset: number;
  limit: number;
}

// With a limit as parameter, generic plans look expensive, and PostgreSQL would plan each page again.
const commonLimits = new Map([10, 100].map((limit) => [limit, raw(`limit ${limit}`)]));

/** A limit of at least so many rows, at most twice as many, that is no parameter. */
const roughLimit = (rows: number): Sql => raw(`limit ${2 ** Math.ceil(Math.log2(rows))}`);

/**
 * One page. Each branch delivers its first rows in order, which the outer select merges. A later page is cut before it is projected, or
 * PostgreSQL would make the JSON of all rows before it.
 */
export function pageOf(shape: ListShape, order: Order, { offset, limit }: PageWindow, projected: Sql): Sql {
  const { resource } = shape;
  const alias = raw(resource.source.alias);
  const ordering = orderSql(order, resource);
  const commonLimit = commonLimits.get(limit);
  const isFirst = offset === 0 && commonLimit !== undefined;
  const cut = isFirst ? commonLimit : roughLimit(offset + limit);
  const parts = partsInOrder(shape, order, ordering);
  const { visible, rows } = parts[0]!;
  const ofParts = parts.map((part) => sql`(${branchRows(resource, part, sql`order by ${part.ordering} ${cut}`)})`);
  const merged = parts.length === 1 && !hasRanges(visible) ? rows : sql`from (${join(ofParts, ' union all ')}) ${alias}`;
  const firstRows = sql`${merged} order by ${ordering} ${cut}`;
  if (isFirst) return sql`select ${projected} ${firstRows}`;
  const window = sql`offset ${offset} ${commonLimit ?? sql`limit ${limit}`}`;
  const page = sql`select * from (select ${alias}.* ${firstRows}) ${alias} order by ${ordering} ${window}`;
  return sql`select ${projected} from (${page}) ${alias} order by ${ordering}`;
}

/** Rows that are read by themselves, in an order that an index has. */
type Part = Branch & { ordering: Sql };

/** The branches as an index reads them. Backwards its nulls come first, so rows with a value and without are read one after the other. */
function partsInOrder({ resource, branches }: ListShape, { by, sort }: Order, ordering: Sql): Part[] {
  const isRead = !(by.nullable && by.isStored) || sort === 'asc';
  const parts: Part[] = [];
  for (const branch of branches) {
    if (isRead) parts.push({ ...branch, ordering });
    else
      for (const kind of ['is not null', 'is null']) {
        const half = branchOf(resource, branch.visible, [...branch.others, sql`${by.sql} ${raw(kind)}`]);
        parts.push({ ...half, ordering: sql`${by.sql} desc, ${resource.tieColumn.sql} desc` });
      }
  }
  return parts;
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

function orderSql({ by, sort }: Order, { tieColumn }: Resource): Sql {
  const direction = raw(sort);
  const nulls = by.nullable ? raw(' nulls last') : empty;
  return by.sql.sql === tieColumn.sql.sql
    ? sql`${by.sql} ${direction}`
    : sql`${by.sql} ${direction}${nulls}, ${tieColumn.sql} ${direction}`;
}
