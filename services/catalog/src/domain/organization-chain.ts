import { type Queryable, sql } from '@partner-ordering/data';

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
