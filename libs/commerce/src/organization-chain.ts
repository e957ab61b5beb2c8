import { type Queryable, type Sql, sql } from '@partner-ordering/data';

/** What `organizationChain` reads of identity's states; a service that uses it follows this field. */
export interface ParentStates {
  organization: { parent: string | null };
}

/**
 * A table for `with recursive`: `chain(organization, gid, depth)` has, for each organization that `organizations` selects as text, itself
 * (depth 0) and its parents, nearest first, by the replica of identity's `organization` states. Leave out rows with `is_cycle`.
 */
export const organizationChains = (organizations: Sql): Sql => sql`chain(organization, gid, depth) as (
    select start.gid, start.gid, 0 from (${organizations}) start(gid)
    union all
    select chain.organization, s.state->>'parent', chain.depth + 1
    from chain join shared_state s on s.type = 'organization' and s.key = chain.gid
    where s.state->>'parent' is not null
  ) cycle gid set is_cycle using path`;

/**
 * An organization and its parents, nearest first. Used for what an organization inherits from its parents, such as prices. An organization
 * that the replica does not know has no parents.
 */
export async function organizationChain(database: Queryable, organization: string): Promise<string[]> {
  const rows = await database.query<{ gid: string }>(
    sql`with recursive ${organizationChains(sql`select ${organization}::text`)} select gid from chain where not is_cycle order by depth`,
  );
  return rows.map(({ gid }) => gid);
}
