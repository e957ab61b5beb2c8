import { raw, sql, type Queryable } from '@partner-ordering/data';
import { gone, invalid } from '@partner-ordering/kernel';
import { faults } from '../../faults.ts';
import { cursorText, readCursor, type Cursor } from './cursor.ts';

/** A request's filter and page size. */
export interface FeedQuery {
  /** Types and `project.*`; undefined is all. */
  types: readonly string[] | undefined;
  limit: number;
}

/** An event of the feed, with the cursor behind it. */
export interface FeedEvent {
  type: string;
  body: string;
  cursor: Cursor;
}

export interface FeedPage {
  events: FeedEvent[];
  next: Cursor;
  /** Whether more events of any type exist now. */
  hasMore: boolean;
  /** Whether more exist although the page is not full: the filter skipped many. */
  isShort: boolean;
}

/** Maximum number of events that one page reads, as a filter may skip any number. */
const SCANNED_EVENTS = 10_000;

/** The cursor at which a request begins: `text`, the end (`latest`) or the oldest kept event. 400 names `path`. */
export async function startCursor(queryable: Queryable, organization: string, text?: string, path = 'after'): Promise<Cursor> {
  if (text !== undefined && text !== 'latest') return cursorOf(organization, text, path);
  const row = (await counterOf(queryable, organization)) ?? (await createCounter(queryable, organization));
  const position = text === 'latest' || row.first === null ? Number(row.position) : Number(row.first) - 1;
  return { organization, generation: Number(row.generation), position };
}

interface StartRow {
  generation: string;
  position: string;
  first: string | null;
}

/** The end of an organization's events and the oldest kept one; undefined without a counter. */
async function counterOf(queryable: Queryable, organization: string): Promise<StartRow | undefined> {
  const [row] = await queryable.query<StartRow>(sql`
    select generation, position, (select min(position) from event where organization_gid = ${organization}) as first
    from event_counter where organization_gid = ${organization}`);
  return row;
}

/** Creates the counter of an organization without events. A cursor needs its generation, which only the database knows (`renewCursors`). */
async function createCounter(queryable: Queryable, organization: string): Promise<StartRow> {
  await queryable.query(sql`insert into event_counter (organization_gid) values (${organization}) on conflict do nothing`);
  return (await counterOf(queryable, organization))!;
}

function cursorOf(organization: string, text: string, path: string): Cursor {
  const cursor = readCursor(text);
  if (!cursor) throw invalid(faults.not_a_cursor(path));
  if (cursor.organization !== organization) throw invalid(faults.cursor_of_another_organization(path));
  return cursor;
}

/** The events behind a cursor. 410 when what follows it was deleted. */
export async function readFeed(queryable: Queryable, cursor: Cursor, { types, limit }: FeedQuery): Promise<FeedPage> {
  const rows = await queryable.query<Row>(statementOf(cursor, types ?? null, limit + 1));
  const [first] = rows;
  if (!first) return { events: [], next: cursor, hasMore: false, isShort: false };
  const counter = { generation: Number(first.generation), position: Number(first.counted) };
  mustBeKept(cursor, counter, first.has_next);
  const events = rows.filter((row): row is CounterRow & EventRow => row.body !== null).map((row) => feedEvent(cursor, row));
  if (events.length > limit) {
    const page = events.slice(0, limit);
    return { events: page, next: page.at(-1)!.cursor, hasMore: true, isShort: false };
  }
  const position = Number(first.last_scanned);
  const hasMore = counter.position > position;
  return { events, next: { ...cursor, position }, hasMore, isShort: hasMore };
}

export const pageText = ({ events, next, hasMore }: FeedPage): string =>
  `{"items":[${events.map(({ body }) => body).join(',')}],"next":${JSON.stringify(cursorText(next))},"has_more":${hasMore}}`;

/** 410 for a cursor older than the kept events: positions have no gaps, so its successor is missing. */
function mustBeKept({ generation, position }: Cursor, counter: { generation: number; position: number }, hasNext: boolean): void {
  const isKept = counter.position === position || hasNext;
  if (generation !== counter.generation || !isKept) throw gone('The events behind this cursor are no longer kept: begin without after');
}

interface EventRow {
  position: string;
  type: string;
  body: string;
}

interface CounterRow {
  generation: string;
  counted: string;
  last_scanned: string;
  has_next: boolean;
}

type Row = CounterRow & (EventRow | { [Name in keyof EventRow]: null });

const feedEvent = ({ organization, generation }: Cursor, { position, type, body }: EventRow): FeedEvent => ({
  type,
  body,
  cursor: { organization, generation, position: Number(position) },
});

const statementOf = ({ organization, position }: Cursor, types: readonly string[] | null, limit: number) => sql`
  with counter as materialized (
    select generation, position as counted, least(position, ${position}::bigint + ${SCANNED_EVENTS}) as last_scanned from event_counter where organization_gid = ${organization}
  )
  select counter.*, exists (select from event where organization_gid = ${organization} and position = ${position}::bigint + 1) as has_next,
    e.position, e.type, e.body
  from counter left join lateral (
    select position, type, body from event
    where organization_gid = ${organization} and position > ${position} and position <= counter.last_scanned and ${matchesTypes(types)}
    order by position limit ${limit}
  ) e on true order by e.position`;

const matchesTypes = (types: readonly string[] | null) =>
  types === null ? raw('true') : sql`(type = any(${types}) or split_part(type, '.', 1) || '.*' = any(${types}))`;
