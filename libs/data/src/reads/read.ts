import type { Queryable } from '../connection/database.ts';
import { type Failure, invalid, isGid, notFound, type Principal } from '@partner-ordering/kernel';
import { valueFor } from '../resources/fields.ts';
import { isCommon, isEverything } from '../query/query-kinds.ts';
import { parseQuery } from '../query/query-language.ts';
import { predicateOf } from '../query/query-sql.ts';
import { fieldsOf, resolveName, searchableNames, type Resource, type Within } from '../resources/resource.ts';
import { searchOf } from './search.ts';
import { searchParts } from './search-sql.ts';
import { matching, pageOf, countOf, type ListShape, type Order } from './list-sql.ts';
import { allOf, empty, raw, sql, type Sql } from '../connection/sql.ts';
import { selectList } from '../resources/json.ts';
import { visibilityOf, anyPredicate } from '../resources/visibility.ts';
import { prepared } from '../connection/prepared.ts';

/** What a collection's document declares: searchable and orderable names, and the fields of its items. */
export interface Collection {
  searchable: readonly string[];
  /** The only values, null apart, of those searchable names that have but a few. */
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
  /** The collection's own expression in the query language, which holds besides the client's. */
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
  const search = await searchOf(database, of, typed);
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
  const search = await searchOf(database, of, options.parameters.search);
  if (shape.visibility.length === 0 || search === null) return '{"total_count":0}';
  const parts = search && searchParts({ ...shape, search }, undefined, { offset: 0, limit: 1 }, empty);
  const { found, count } = parts ?? { found: empty, count: countOf(shape) };
  const statement = prepared(sql`${found} select '{"total_count":' || (${count}) || '}' as json`, shape.statementKind);
  return (await database.query<{ json: string }>(statement))[0]!.json;
}

/** Finished JSON text of one resource; 404 when there is none that the principal may see. */
export async function readOne(
  database: Queryable,
  of: Resource,
  options: { gid: string; principal: Principal; fields?: readonly string[]; within?: Within },
): Promise<string> {
  const found = rowsByKey(of, options);
  if (!found) throw notFound(of.noun);
  const shown = projection(of, options.principal, options.fields ?? Object.keys(of.fields));
  const [row] = await database.query<{ json: string }>(
    prepared(sql`select row_to_json(r)::text as json from (select ${shown} from ${found}) r`, 'own'),
  );
  if (!row) throw notFound(of.noun);
  return row.json;
}

/** By key the same texts as `readOne` answers; those that are missing there are not to be seen. */
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

/** The organization that a resource belongs to, where it belongs to one; undefined where the principal may not see it. */
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

/** Those of the keys whose resource the principal may see, or whose files are public; without a principal only these. */
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

/**
 * `table alias where key = … and visible`, or undefined when no row can match. The one predicate
 * that decides between 200 and 404, for reads and for the loads of writes.
 */
export function rowsByKey(
  of: Resource,
  { gid, principal, within }: { gid: string; principal: Principal; within?: Within },
): Sql | undefined {
  const visibility = visibilityOf(of, principal);
  const key = keyPredicate(of, of.key ?? 'gid', gid);
  if (visibility.length === 0 || !key) return undefined;
  const predicates = [key, ...matching(of, principal, within), anyPredicate(visibility)];
  return sql`${of.source.from} where ${allOf(predicates)}`;
}

/** The same for several keys, with the expression of the key, where one of the predicates `visibility` and all of `others` hold. */
function rowsByKeys(
  of: Resource,
  keys: readonly string[],
  { visibility, others }: { visibility: Parameters<typeof anyPredicate>[0]; others: readonly Sql[] },
): { key: Sql; rows: Sql } | undefined {
  const key = resolveName(of, of.key ?? 'gid')?.comparable;
  if (!key) throw new Error(`${of.noun}: has no key`);
  const usable = key.type === 'uuid' ? keys.filter(isGid) : [...keys];
  if (visibility.length === 0 || usable.length === 0) return undefined;
  const where = allOf([sql`${key.sql} = any(${usable})`, ...others, anyPredicate(visibility)]);
  return { key: key.sql, rows: sql`${of.source.from} where ${where}` };
}

function keyPredicate(of: Resource, name: string, value: string): Sql | undefined {
  const resolved = resolveName(of, name);
  if (!resolved) throw new Error(`${of.noun}: no field ${name}`);
  return resolved.comparable.type === 'uuid' && !isGid(value) ? undefined : sql`${resolved.comparable.sql} = ${value}`;
}

/**
 * Throws an Error if a document offers names that the resource does not have, so that this is noticed at the start and
 * not by the first client that uses one.
 */
export function checkCollection(of: Resource, { searchable, orderable, where }: Omit<Collection, 'fields'> & { where?: unknown }): void {
  const unknown = searchable.filter((name) => !resolveName(of, name));
  const unordered = orderable.filter((name) => resolveName(of, name)?.relation !== undefined || !resolveName(of, name));
  if (unknown.length > 0) throw new Error(`${of.noun}: cannot be searched by ${unknown.join(', ')}`);
  if (unordered.length > 0) throw new Error(`${of.noun}: cannot be ordered by ${unordered.join(', ')}`);
  try {
    ownPredicate(of, nobody, where);
  } catch (error) {
    throw new Error(`${of.noun}: ${(error as Failure).details?.[0]?.message ?? String(error)}`, { cause: error });
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
    statementKind: parsed === undefined ? 'own' : isCommon(parsed) ? 'client' : 'special',
  };
}

function orderOf(of: Resource, { orderable }: Collection, { orderBy, sort = 'desc' }: CollectionParameters): Order {
  if (orderBy !== undefined && !orderable.includes(orderBy)) {
    throw invalid({ path: 'orderBy', message: `"${orderBy}" is not orderable here; orderable are ${orderable.join(', ')}` });
  }
  const resolved = orderBy === undefined ? (resolveName(of, 'gid') ?? resolveName(of, of.key ?? 'gid')) : resolveName(of, orderBy);
  if (!resolved) throw new Error(`${of.noun}: nothing to order by`);
  return { by: resolved.comparable, sort };
}

/**
 * The select list that makes the representation: every named field the principal may be shown. Always in the order of the
 * declaration, so that the same representation has the same bytes, and the same entity tag, for every caller.
 */
function projection(of: Resource, principal: Principal, names: readonly string[]): Sql {
  const fields = fieldsOf(of);
  const shown = Object.keys(fields).filter((name) => names.includes(name) && (fields[name]!.shownTo?.(principal) ?? true));
  return selectList(Object.fromEntries(shown.map((name) => [name, valueFor(fields[name]!, principal)])));
}
