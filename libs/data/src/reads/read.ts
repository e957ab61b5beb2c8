import type { Queryable } from '../connection/database.ts';
import { type DomainRefusal, invalid, isGid, notFound, type Principal } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';
import { projection } from './projection.ts';
import { isCommon, isEverything } from '../query/query-kinds.ts';
import { type Expression, parseQuery } from '../query/query-language.ts';
import { predicateOf } from '../query/query-sql.ts';
import { resolveName, searchableNames, type Resource, type Within } from '../resources/resource.ts';
import { searchOf } from './search.ts';
import { searchParts } from './search-sql.ts';
import { keyOf, matching, pageOf, countOf, type ListShape, type Order } from './list-sql.ts';
import { and, empty, raw, sql, type Sql } from '../connection/sql.ts';
import type { Column } from '../resources/tables.ts';
import { visibilityOf, anyPredicate } from '../resources/visibility.ts';
import { prepared, type StatementKind } from '../connection/prepared.ts';

/** What a collection's document declares: searchable and orderable names, and the fields of its items. */
export interface Collection {
  searchable: readonly string[];
  /** The only values, null apart, of searchable names that have a few. */
  values?: Readonly<Record<string, readonly unknown[]>>;
  orderable: readonly string[];
  fields: readonly string[];
}

/** The collection parameters of a request, already checked against the document's types. */
export interface CollectionParameters {
  query?: string;
  orderBy?: string;
  sort?: 'asc' | 'desc';
  offset?: number;
  limit?: number;
  search?: string;
}

/** What a list or a count is read with. */
export interface ListOptions {
  collection: Pick<Collection, 'searchable' | 'values'>;
  parameters: CollectionParameters;
  principal: Principal;
  within?: Within;
  /** The collection's own expression, which holds besides the client's. */
  where?: unknown;
}

const EMPTY_LIST = '{"total_count":0,"items":[]}';

/** Finished JSON text of a page: `{"total_count":…,"items":[…]}`. */
export async function readList(database: Queryable, of: Resource, options: ListOptions & { collection: Collection }): Promise<string> {
  const shape = shapeOf(of, options);
  if (shape.visibility.length === 0) return EMPTY_LIST;
  const { offset = 0, limit = 10, search: typed } = options.parameters;
  const order = orderOf(of, options.collection, options.parameters);
  const projected = projection(of, options.principal, options.collection.fields);
  const search = await searchOf(database, shape, typed);
  if (search === null) return EMPTY_LIST;
  const { found, count, page } = search
    ? searchParts({ ...shape, search }, options.parameters.orderBy === undefined ? undefined : order, { offset, limit }, projected)
    : { found: empty, count: countOf(shape), page: pageOf(shape, order, { offset, limit }, projected) };
  const items = sql`select string_agg(row_to_json(i)::text, ',') from (${page}) i`;
  const text = sql`${found} select '{"total_count":' || (${count}) || ',"items":[' || coalesce((${items}), '') || ']}' as json`;
  return (await database.query<{ json: string }>(prepared(text, shape.statementKind)))[0]!.json;
}

/** Finished JSON text of a count: `{"total_count":…}`. */
export async function readCount(database: Queryable, of: Resource, options: ListOptions): Promise<string> {
  const shape = shapeOf(of, options);
  const search = shape.visibility.length === 0 ? null : await searchOf(database, shape, options.parameters.search);
  if (search === null) return '{"total_count":0}';
  const parts = search && searchParts({ ...shape, search }, undefined, { offset: 0, limit: 1 }, empty);
  const { found, count } = parts ?? { found: empty, count: countOf(shape) };
  const statement = prepared(sql`${found} select '{"total_count":' || (${count}) || '}' as json`, shape.statementKind);
  return (await database.query<{ json: string }>(statement))[0]!.json;
}

/** Finished JSON text of one resource; 404 for one that the principal may not see. */
export async function readOne(
  database: Queryable,
  of: Resource,
  options: { gid: string; principal: Principal; fields?: readonly string[]; within?: Within },
): Promise<string> {
  const found = rowsByKey(of, options);
  if (!found) throw notFound(of.noun);
  const shown = projection(of, options.principal, options.fields);
  const [row] = await database.query<{ json: string }>(
    prepared(sql`select row_to_json(r)::text as json from (select ${shown} from ${found}) r`, 'own'),
  );
  if (!row) throw notFound(of.noun);
  return row.json;
}

/** The texts of `readOne` by key; hidden resources are missing. */
export async function readSeveral(
  database: Queryable,
  of: Resource,
  { gids, principal, fields, within }: { gids: readonly string[]; principal: Principal; fields: readonly string[]; within?: Within },
): Promise<Map<string, string>> {
  const found = rowsByKeys(of, gids, { visibility: visibilityOf(of, principal), others: matching(of, principal, within) });
  if (!found) return new Map();
  const shown = sql`(select row_to_json(r)::text from (select ${projection(of, principal, fields)}) r)`;
  const statement = prepared(sql`select ${found.key}::text as key, ${shown} as json from ${found.rows}`, 'own');
  return new Map((await database.query<{ key: string; json: string }>(statement)).map((row) => [row.key, row.json]));
}

/** Whether the principal may see the resource. */
export async function isVisible(database: Queryable, of: Resource, options: { gid: string; principal: Principal }): Promise<boolean> {
  return (await seenOrganization(database, of, options)) !== undefined;
}

/** The organization that a resource belongs to, or null; undefined where the principal may not see the resource. */
export async function seenOrganization(
  database: Queryable,
  of: Resource,
  options: { gid: string; principal: Principal; within?: Within },
): Promise<{ organization: string | null } | undefined> {
  const found = rowsByKey(of, options);
  if (!found) return undefined;
  const statement = sql`select ${of.organization ? sql`${of.organization.sql}::text` : raw('null')} as organization from ${found}`;
  return (await database.query<{ organization: string | null }>(prepared(statement, 'own')))[0];
}

/** The keys of resources that the principal may see, and of those whose files are public. */
export async function withReadableFiles(
  database: Queryable,
  of: Resource,
  { keys, principal = nobody }: { keys: readonly string[]; principal: Principal | undefined },
): Promise<Set<string>> {
  const visibility = [...(principal === nobody ? [] : visibilityOf(of, principal)), ...(of.publicFiles ? [of.publicFiles] : [])];
  const found = rowsByKeys(of, keys, { visibility, others: matching(of, principal, undefined) });
  if (!found) return new Set();
  return new Set((await database.query<{ key: string }>(sql`select ${found.key}::text as key from ${found.rows}`)).map(({ key }) => key));
}

/** `table alias where key = … and visible`, or undefined when no row can match. It decides between 200 and 404, for writes, too. */
export function rowsByKey(
  of: Resource,
  { gid, principal, within }: { gid: string; principal: Principal; within?: Within },
): Sql | undefined {
  const visibility = visibilityOf(of, principal);
  const key = pathKeyOf(of);
  if (visibility.length === 0 || (key.type === 'uuid' && !isGid(gid))) return undefined;
  const predicates = [sql`${key.sql} = ${gid}`, ...matching(of, principal, within), anyPredicate(visibility)];
  return sql`${of.source.from} where ${and(predicates)}`;
}

/** The same for several keys, where one of `visibility` and all of `others` hold, with the expression of the key. */
function rowsByKeys(
  of: Resource,
  keys: readonly string[],
  { visibility, others }: { visibility: Parameters<typeof anyPredicate>[0]; others: readonly Sql[] },
): { key: Sql; rows: Sql } | undefined {
  const key = pathKeyOf(of);
  const usable = key.type === 'uuid' ? keys.filter(isGid) : [...keys];
  if (visibility.length === 0 || usable.length === 0) return undefined;
  const where = and([sql`${key.sql} = any(${usable})`, ...others, anyPredicate(visibility)]);
  return { key: key.sql, rows: sql`${of.source.from} where ${where}` };
}

/** The column that paths name a row by. */
const pathKeyOf = (of: Resource): Column => resolveName(of, of.key ?? 'gid')!.comparable;

/** Throws an Error, at the start, for names in the document that the resource does not have. */
export function checkCollection(of: Resource, { searchable, orderable, where }: Omit<Collection, 'fields'> & { where?: unknown }): void {
  const unknown = searchable.filter((name) => !resolveName(of, name));
  const unordered = orderable.filter((name) => resolveName(of, name)?.relation !== undefined || !resolveName(of, name));
  if (unknown.length > 0) throw new Error(`${of.noun}: cannot be searched by ${unknown.join(', ')}`);
  if (unordered.length > 0) throw new Error(`${of.noun}: cannot be ordered by ${unordered.join(', ')}`);
  try {
    ownPredicate(of, nobody, where);
  } catch (error) {
    throw new Error(`${of.noun}: ${(error as DomainRefusal).details?.[0]?.message ?? String(error)}`, { cause: error });
  }
}

const nobody: Principal = { user: '', isAdmin: false, memberOf: [], manages: [] };

/** The collection's own expression may use every name, also those that clients may not use. */
const ownPredicate = (of: Resource, principal: Principal, where: unknown): Sql[] =>
  where === undefined ? [] : [predicateOf(parseQuery(JSON.stringify(where)), { resource: of, searchable: searchableNames(of), principal })];

function shapeOf(of: Resource, { collection, parameters, principal, within, where }: ListOptions): ListShape {
  const parsed = parameters.query ? parseQuery(parameters.query) : undefined;
  const predicates = [...matching(of, principal, within), ...ownPredicate(of, principal, where)];
  if (parsed) predicates.push(predicateOf(parsed, { ...collection, resource: of, principal }));
  return {
    resource: of,
    visibility: visibilityOf(of, principal),
    predicates,
    isWhole: principal.isAdmin && !within && where === undefined && (parsed === undefined || isEverything(parsed)),
    statementKind: statementKindOf(parsed, parameters.search),
  };
}

/** A search is planned for its words, since a common word needs another plan than a rare one. */
function statementKindOf(query: Expression | undefined, search = ''): StatementKind {
  if (search.trim() !== '') return 'special';
  if (query === undefined) return 'own';
  return isCommon(query) ? 'client' : 'special';
}

function orderOf(of: Resource, { orderable }: Collection, { orderBy, sort = 'desc' }: CollectionParameters): Order {
  if (orderBy !== undefined && !orderable.includes(orderBy)) {
    throw invalid(faults.not_sortable('orderBy', { field: orderBy, allowed: orderable }));
  }
  return { by: orderBy === undefined ? keyOf(of) : resolveName(of, orderBy)!.comparable, sort };
}
