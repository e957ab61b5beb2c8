import { hash } from 'node:crypto';
import { type DomainRefusal, invalid, type Principal, unavailable } from '@partner-ordering/kernel';
import { isBadValue, isTimeout } from '../connection/connection-errors.ts';
import type { Queryable } from '../connection/database.ts';
import { empty, ofList, prepared, raw, sql, type Sql, type Statement } from '../connection/sql.ts';
import { faults } from '../faults.ts';
import { isCommon, isEverything, parseQuery } from '../query/query-language.ts';
import { predicateOf } from '../query/query-sql.ts';
import { projection, resolveName, restrictionsOf, visibilityOf, type Resource, type ParentFilter } from '../resources/resource.ts';
import { branchesOf, countOf, pageOf, type ListShape, type Order, type Position } from './list-sql.ts';
import { searchOf, searchParts } from './search.ts';

/** A collection as the document declares it: searchable and orderable names, and the fields of its items. */
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
  /** The position behind which the page begins. */
  after?: string;
  search?: string;
}

/** The request for a list or a count. */
export interface ListOptions {
  collection: Pick<Collection, 'searchable' | 'values'>;
  parameters: CollectionParameters;
  principal: Principal;
  parent?: ParentFilter;
  /** The collection's own expression, which holds besides the client's. */
  where?: unknown;
}

/** The results of a search that pages reach: behind them, ranking costs more than it says. */
const MAX_RESULTS_OF_SEARCH = 1_000;

/** The results that pages reach, of a list with this `search`. */
export const reachOf = (search: string | undefined): number => (search?.trim() ? MAX_RESULTS_OF_SEARCH : Infinity);

/** A page of a list. */
export interface ListPage {
  /** Finished: `{"total_count":…,"items":[…]}`. */
  json: string;
  /** The position of its last row: `after` of the next page. Undefined without positions, and where the page is not full. */
  after: string | undefined;
}

const emptyList: ListPage = { json: '{"total_count":0,"items":[]}', after: undefined };
const EMPTY_COUNT = '{"total_count":0}';

/** A page, and the position at which it ends. */
export async function readList(database: Queryable, of: Resource, options: ListOptions & { collection: Collection }): Promise<ListPage> {
  const shape = shapeOf(of, options);
  const { parameters, principal, collection } = options;
  const { offset = 0, limit = 10, orderBy, search: typed } = parameters;
  if (offset + limit > reachOf(typed)) throw invalid(faults.beyond_search('offset', { max: MAX_RESULTS_OF_SEARCH }));
  const order = orderOf(of, collection, parameters);
  const list = nameOf(of, options);
  const window = { offset, limit, after: positionIn(list, order, parameters) };
  if (shape.visibility.length === 0) return emptyList;
  const projected = projection(of, principal, collection.fields);
  const limited = limitedBy(database, parameters);
  const search = shape.searched === undefined ? undefined : await searchOf(limited, shape, shape.searched);
  if (search === null) return emptyList;
  const { found, count, page } = search
    ? searchParts({ ...shape, search }, orderBy === undefined ? undefined : order, window, projected)
    : { found: empty, count: countOf(shape), page: pageOf(shape, order, window, projected) };
  const last = order.hasPositions ? sql`, (array_agg(value))[${limit}]::text as value, (array_agg(key))[${limit}]::text as key` : empty;
  const items = sql`(select string_agg(item, ',') as items${last} from (${page}) i) page`;
  const json = sql`'{"total_count":' || (${count}) || ',"items":[' || coalesce(items, '') || ']}' as json`;
  const text = sql`${found} select ${json}${order.hasPositions ? raw(', value, key') : empty} from ${items}`;
  const [row] = await limited.query<{ json: string; value?: string | null; key?: string | null }>(prepared(text, shape.statementKind));
  const { key, value } = row!;
  return { json: row!.json, after: key == null ? undefined : positionText(list, order.isByKey ? { key } : { key, value }) };
}

/** Finished JSON text of a count: `{"total_count":…}`. */
export async function readCount(database: Queryable, of: Resource, options: ListOptions): Promise<string> {
  const shape = shapeOf(of, options);
  if (shape.visibility.length === 0) return EMPTY_COUNT;
  const limited = limitedBy(database, options.parameters);
  const search = shape.searched === undefined ? undefined : await searchOf(limited, shape, shape.searched);
  if (search === null) return EMPTY_COUNT;
  const parts = search && searchParts({ ...shape, search }, undefined, { offset: 0, limit: 1 }, empty);
  const { found, count } = parts ?? { found: empty, count: countOf(shape) };
  const statement = prepared(sql`${found} select '{"total_count":' || (${count}) || '}' as json`, shape.statementKind);
  return (await limited.query<{ json: string }>(statement))[0]!.json;
}

/**
 * Runs the statements of a list. One that takes too long is 503, and names the parameter that makes it costly. A list without any is not
 * limited, since that costs 30 µs, and indexes have its first page.
 */
function limitedBy(database: Queryable, parameters: CollectionParameters): Queryable {
  const costly = (['query', 'search', 'offset', 'after'] as const).find((name) => parameters[name]);
  if (costly === undefined) return database;
  return {
    query: <Row>({ text, values, ...named }: Statement) =>
      database.query<Row>(ofList({ ...named, text, values })).catch((error: unknown) => {
        if (parameters.after !== undefined && isBadValue(error)) throw notValid();
        throw isTimeout(error) ? unavailable(error, faults.too_expensive(costly)) : error;
      }),
  };
}

/** Throws an Error, at the start, for names in the document that the resource does not have. */
export function checkCollection(of: Resource, { searchable, orderable, where }: Omit<Collection, 'fields'> & { where?: unknown }): void {
  const unknown = searchable.filter((name) => !resolveName(of, name));
  const unordered = orderable.filter((name) => resolveName(of, name)?.relation !== undefined || !resolveName(of, name));
  if (unknown.length > 0) throw new Error(`${of.noun}: cannot be searched by ${unknown.join(', ')}`);
  if (unordered.length > 0) throw new Error(`${of.noun}: cannot be ordered by ${unordered.join(', ')}`);
  try {
    if (where !== undefined) ownPredicate(of, nobody, where);
  } catch (error) {
    throw new Error(`${of.noun}: ${(error as DomainRefusal).details?.[0]?.message ?? String(error)}`, { cause: error });
  }
}

const nobody: Principal = { user: '', isAdmin: false, memberOf: [], manages: [] };

/** The collection's own expression may use every name, also those that clients may not use. */
const ownPredicate = (of: Resource, principal: Principal, where: unknown): Sql =>
  predicateOf(parseQuery(JSON.stringify(where)), { resource: of, searchable: [...of.names.keys()], principal });

function shapeOf(of: Resource, { collection, parameters, principal, parent, where }: ListOptions): ListShape {
  const query = parameters.query ? parseQuery(parameters.query) : undefined;
  const predicates = restrictionsOf(of, principal, parent);
  if (where !== undefined) predicates.push(ownPredicate(of, principal, where));
  if (query) predicates.push(predicateOf(query, { ...collection, resource: of, principal }));
  const visibility = visibilityOf(of, principal);
  const searched = parameters.search?.trim() ? parameters.search : undefined;
  // A search is planned for its words, since a common word needs another plan than a rare one.
  const ofQuery = query && (isCommon(query) ? 'client' : 'special');
  return {
    resource: of,
    visibility,
    searched,
    branches: branchesOf(of, visibility, predicates),
    isWhole: principal.isAdmin && !parent && where === undefined && (query === undefined || isEverything(query)),
    statementKind: searched === undefined ? (ofQuery ?? 'own') : 'special',
  };
}

function orderOf(of: Resource, { orderable }: Collection, { orderBy, sort = 'desc', search }: CollectionParameters): Order {
  if (orderBy === undefined) return { by: of.tieColumn, sort, isByKey: true, hasPositions: !search?.trim() };
  if (!orderable.includes(orderBy)) throw invalid(faults.not_sortable('orderBy', { field: orderBy, allowed: orderable }));
  const by = resolveName(of, orderBy)!.comparable;
  return { by, sort, isByKey: by.sql.sql === of.tieColumn.sql.sql, hasPositions: by.isOfOthers !== true };
}

/** The position that `after` is in a list of this name. */
function positionIn(list: string, { by, isByKey, hasPositions }: Order, { after, offset }: CollectionParameters): Position | undefined {
  if (after === undefined) return undefined;
  if (offset !== undefined) throw invalid(faults.mutually_exclusive('after', { field: 'offset' }));
  if (!hasPositions) throw invalid(faults.of_another_list('after'));
  const isPossible = (value: unknown) => (isByKey ? value === undefined : typeof value === 'string' || (value === null && by.nullable));
  return positionOf(after, list, isPossible);
}

/** Two lists of one name have the same rows, apart from what has changed, in the same order. */
function nameOf({ path }: Resource, { parameters, parent, where, principal }: ListOptions): string {
  const { query, search, orderBy, sort = 'desc' } = parameters;
  return listName([path, parent, where, query, search, orderBy, sort, principal.user]);
}

const AFTER = 'after';

/** Names the list that a position is of: its rows, their order and who reads them. */
const listName = (of: readonly unknown[]): string => hash('sha256', JSON.stringify(of), 'base64url').slice(0, 16);

/** The text of a position in the list of this name, opaque to clients. */
const positionText = (list: string, { key, value }: Position): string =>
  Buffer.from(JSON.stringify(value === undefined ? [list, key] : [list, key, value])).toString('base64url');

/** The position of a text: 400 for what is none, or is of another list. A text may be forged, since a position shows nobody another row. */
function positionOf(text: string, list: string, isPossible: (value: unknown) => boolean): Position {
  const [of, key, value] = partsOf(text);
  if (typeof of !== 'string' || typeof key !== 'string') throw notValid();
  if (of !== list) throw invalid(faults.of_another_list(AFTER));
  if (!isPossible(value)) throw notValid();
  return { key, value: value as Position['value'] };
}

/** 400 for a position that is none, also one whose value its column cannot have. */
const notValid = () => invalid(faults.not_valid(AFTER));

function partsOf(text: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}
