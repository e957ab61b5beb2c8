import { isOrganization } from '@partner-ordering/commerce';
import { type Queryable, sql } from '@partner-ordering/data';
import { isGid, type Detail, type StateKey } from '@partner-ordering/kernel';

/** Those of `gids` that the replica does not know as an organization, or knows as a deleted one. */
export async function unknownOrganizations(database: Queryable, gids: readonly string[]): Promise<string[]> {
  if (gids.length === 0) return [];
  const rows = await database.query<{
    gid: string;
  }>(sql`select gid from unnest(${[...new Set(gids)]}::text[]) with ordinality given(gid, position)
    where not exists (select 1 from shared_state s where s.key = given.gid and ${isOrganization('s')})
    order by position`);
  return rows.map(({ gid }) => gid);
}

/** A detail for each unknown organization that a field names. */
export const unknownOrganizationDetails = (path: string, gids: readonly string[]): Detail[] =>
  gids.map((gid) => ({ path, message: `organization ${gid} does not exist` }));

/** The keys of their public states, so that identity can confirm that they are unknown. What is no gid is unknown in any case. */
export const organizationStates = (gids: readonly string[]): StateKey[] => gids.filter(isGid).map((key) => ({ type: 'organization', key }));

/** The parent of each organization; null is none. */
export type Parents = ReadonlyMap<string, string | null>;

/*
 * One statement for each level of the tree, which the planner may do in whatever way. In one for all levels it looks up each organization
 * by itself, at times without the index; and a list as `= any(…)` is searched from its beginning for each row, as the plan is for any list.
 */

/** All organizations below one, at any depth and without itself. Deleted ones are among them. */
export async function parentsBelow(database: Queryable, organization: string): Promise<Parents> {
  const parents = new Map<string, string>();
  for (let level = [organization]; level.length > 0;) {
    const children = await database.query<{ gid: string; parent: string }>(sql`select key as gid, state->>'parent' as parent
      from shared_state where type = 'organization' and state->>'parent' in (select unnest(${level}::text[]))`);
    const found = children.filter(({ gid }) => gid !== organization && !parents.has(gid));
    for (const { gid, parent } of found) parents.set(gid, parent);
    level = found.map(({ gid }) => gid);
  }
  return parents;
}

/** Organizations and all above them. */
export async function parentsAbove(database: Queryable, organizations: readonly string[]): Promise<Parents> {
  const parents = new Map<string, string | null>(organizations.map((gid) => [gid, null]));
  for (let level = organizations; level.length > 0;) {
    const found = await database.query<{ gid: string; parent: string }>(sql`select key as gid, state->>'parent' as parent
      from shared_state where type = 'organization' and key in (select unnest(${[...level]}::text[])) and state->>'parent' is not null`);
    for (const { gid, parent } of found) parents.set(gid, parent);
    level = [...new Set(found.map(({ parent }) => parent))].filter((parent) => !parents.has(parent));
    for (const gid of level) parents.set(gid, null);
  }
  return parents;
}
