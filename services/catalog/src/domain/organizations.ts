import { isOrganization } from '@partner-ordering/commerce';
import { type Queryable, sql } from '@partner-ordering/data';
import type { Detail, StateKey } from '@partner-ordering/kernel';

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

/** The keys of their public states, so that identity can confirm that they are unknown. */
export const organizationStates = (gids: readonly string[]): StateKey[] => gids.map((key) => ({ type: 'organization', key }));
