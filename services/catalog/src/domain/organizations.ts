import { isOrganization } from '@partner-ordering/commerce';
import { type Queryable, sql } from '@partner-ordering/data';
import { isGid, type Detail, type StateKey } from '@partner-ordering/kernel';
import { faults } from '../faults.ts';

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
  gids.map((gid) => faults.not_found(path, { gid }));

/** The keys of their public states, so that identity can confirm that they are unknown. What is no gid is unknown in any case. */
export const organizationStates = (gids: readonly string[]): StateKey[] => gids.filter(isGid).map((key) => ({ type: 'organization', key }));

/** Gids of all organizations below one, at any depth and without itself. Deleted ones are among them. */
export async function organizationsBelow(database: Queryable, organization: string): Promise<ReadonlySet<string>> {
  const below = new Set<string>();
  // A statement for each level: in one for all the planner looks up each organization by itself, at times without the index.
  for (let level = [organization]; level.length > 0;) {
    const children = await database.query<{ gid: string }>(sql`select key as gid
      from shared_state where type = 'organization' and state->>'parent' in (select unnest(${level}::text[]))`);
    level = children.map(({ gid }) => gid).filter((gid) => gid !== organization && !below.has(gid));
    for (const gid of level) below.add(gid);
  }
  return below;
}

/** An organization and its parents, nearest first, by the replica of identity. An unknown organization has no parents. */
export async function organizationChain(database: Queryable, organization: string): Promise<string[]> {
  const rows = await database.query<{ gid: string }>(sql`with recursive chain(gid, depth) as (
      select ${organization}::text, 0
      union all
      select s.state->>'parent', chain.depth + 1
      from chain join shared_state s on s.type = 'organization' and s.key = chain.gid
      where s.state->>'parent' is not null
    ) cycle gid set is_cycle using path
    select gid from chain where not is_cycle order by depth`);
  return rows.map(({ gid }) => gid);
}
