import type { EntityClass, EntityDictionary } from '@mikro-orm/postgresql';
import { isGid, notFound, type Principal } from '@partner-ordering/kernel';
import type { Queryable, Transaction } from '../connection/database.ts';
import { noteOrganization } from '../connection/connection-queue.ts';
import { and, byKey, or, prepared, raw, sql, type Sql, type StatementKind } from '../connection/sql.ts';
import { isIn, projection, resolveName, restrictionsOf, visibilityOf, type Resource, type ParentFilter } from '../resources/resource.ts';
import type { Column } from '../resources/tables.ts';

/** The fields to read of a resource, by default all. `kind` is `client` where a client chose them. */
export interface ReadOptions {
  fields?: readonly string[];
  kind?: StatementKind;
  parent?: ParentFilter;
}

/** Finished JSON text of one resource; 404 for one that the principal may not see. */
export async function readOne(
  database: Queryable,
  of: Resource,
  options: ReadOptions & { gid: string; principal: Principal },
): Promise<string> {
  const found = rowsByKey(of, options);
  if (!found) throw notFound(of.noun);
  const selected = projection(of, options.principal, options.fields);
  const json = sql`(select row_to_json(r)::text from (select ${selected}) r)`;
  const statement = prepared(sql`select ${json} as json, ${ownerOf(of)} as organization from ${found}`, options.kind ?? 'own');
  const [row] = await database.query<{ json: string; organization: string | null }>(byKey(statement));
  if (!row) throw notFound(of.noun);
  noteOrganization(row.organization);
  return row.json;
}

/** The organization that a row names, also where others may see it. */
const ownerOf = (of: Resource): Sql => organizationText(of.organization ?? resolveName(of, 'organization.gid')?.comparable);

const organizationText = (column: Column | undefined): Sql => (column ? sql`${column.sql}::text` : raw('null'));

/** The texts of `readOne` by key; hidden resources are missing. */
export async function readSeveral(
  database: Queryable,
  of: Resource,
  { gids, principal, fields, parent }: { gids: readonly string[]; principal: Principal; fields: readonly string[]; parent?: ParentFilter },
): Promise<Map<string, string>> {
  const found = rowsByKeys(of, gids, { visibility: visibilityOf(of, principal), others: restrictionsOf(of, principal, parent) });
  if (!found) return new Map();
  const json = sql`(select row_to_json(r)::text from (select ${projection(of, principal, fields)}) r)`;
  const statement = prepared(sql`select ${found.key}::text as key, ${json} as json from ${found.rows}`, 'own');
  return new Map((await database.query<{ key: string; json: string }>(statement)).map((row) => [row.key, row.json]));
}

/** Whether the principal may see the resource. */
export async function isVisible(database: Queryable, of: Resource, options: { gid: string; principal: Principal }): Promise<boolean> {
  const seen = await visibleRow(database, of, { ...options, organization: ownerOf(of) });
  noteOrganization(seen?.organization);
  return seen !== undefined;
}

/** The organization that a resource belongs to, or null; undefined where the principal may not see the resource. */
export const visibleOrganization = (
  database: Queryable,
  of: Resource,
  options: { gid: string; principal: Principal; parent?: ParentFilter },
): Promise<{ organization: string | null } | undefined> =>
  visibleRow(database, of, { ...options, organization: organizationText(of.organization) });

async function visibleRow(
  database: Queryable,
  of: Resource,
  { organization, ...options }: { gid: string; principal: Principal; parent?: ParentFilter; organization: Sql },
): Promise<{ organization: string | null } | undefined> {
  const found = rowsByKey(of, options);
  if (!found) return undefined;
  const statement = sql`select ${organization} as organization from ${found}`;
  return (await database.query<{ organization: string | null }>(byKey(prepared(statement, 'own'))))[0];
}

/** The keys of resources that the principal may see, and of those whose files are public. */
export async function withReadableFiles(
  database: Queryable,
  of: Resource,
  { keys, principal }: { keys: readonly string[]; principal: Principal | undefined },
): Promise<Set<string>> {
  const visibility = [...(principal ? visibilityOf(of, principal) : []), ...(of.publicFiles ? [of.publicFiles] : [])];
  const found = rowsByKeys(of, keys, { visibility, others: of.where ? [of.where] : [] });
  if (!found) return new Set();
  return new Set((await database.query<{ key: string }>(sql`select ${found.key}::text as key from ${found.rows}`)).map(({ key }) => key));
}

/** `table alias where key = … and visible`, or undefined when no row can match. It decides between 200 and 404, for writes, too. */
export function rowsByKey(
  of: Resource,
  { gid, principal, parent }: { gid: string; principal: Principal; parent?: ParentFilter },
): Sql | undefined {
  const visibility = visibilityOf(of, principal);
  const { sql: key, type } = of.pathColumn;
  if (visibility.length === 0 || (type === 'uuid' && !isGid(gid))) return undefined;
  return sql`${of.source.from} where ${and([sql`${key} = ${gid}`, ...restrictionsOf(of, principal, parent), isSeen(visibility)])}`;
}

/** The same for several keys, where one of `visibility` and all of `others` hold, with the expression of the key. */
function rowsByKeys(
  of: Resource,
  keys: readonly string[],
  { visibility, others }: { visibility: readonly Sql[]; others: readonly Sql[] },
): { key: Sql; rows: Sql } | undefined {
  const { sql: key, type } = of.pathColumn;
  const usable = type === 'uuid' ? keys.filter(isGid) : keys;
  if (visibility.length === 0 || usable.length === 0) return undefined;
  return { key, rows: sql`${of.source.from} where ${and([isIn(of.pathColumn, usable), ...others, isSeen(visibility)])}` };
}

/**
 * Leaves the keys as the only choice of index. While a table has few rows, one that begins with `organization_gid` costs the same, and the
 * plan, which is kept, would later pass all rows of the organization.
 */
const isSeen = (visibility: readonly Sql[]): Sql => sql`${or(visibility)} is true`;

/** Loads the entity behind a resource for a write and locks its row alone. 404 by the same predicate as reads. */
export async function loadForUpdate<Entity extends object>(
  tx: Transaction,
  of: Resource<unknown, Entity>,
  options: { gid: string; principal: Principal; parent?: ParentFilter },
): Promise<Entity> {
  const found = rowsByKey(of, options);
  if (!found) throw notFound(of.noun);
  const alias = raw(of.source.alias);
  const [row] = await tx.query<EntityDictionary<Entity>>(sql`select ${alias}.* from ${found} for no key update of ${alias}`);
  if (!row) throw notFound(of.noun);
  noteOrganization((row as { organization_gid?: string | null }).organization_gid);
  return tx.em.map(of.source.entity as EntityClass<Entity>, row) as Entity;
}
