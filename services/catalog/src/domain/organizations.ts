import { isOrganization } from '@partner-ordering/commerce';
import { type Queryable, sql } from '@partner-ordering/data';
import type { Detail, StateKey } from '@partner-ordering/kernel';

/** Those of `gids` that are no organization as far as the replica knows, or a deleted one. */
export async function unknownOrganizations(database: Queryable, gids: readonly string[]): Promise<string[]> {
  if (gids.length === 0) return [];
  const rows = await database.query<{
    gid: string;
  }>(sql`select gid from unnest(${[...new Set(gids)]}::text[]) with ordinality given(gid, position)
    where not exists (select 1 from shared_state s where s.key = given.gid and ${isOrganization('s')})
    order by position`);
  return rows.map(({ gid }) => gid);
}

/** What is wrong with a field that names unknown organizations. */
export const unknownOrganizationDetails = (path: string, gids: readonly string[]): Detail[] =>
  gids.map((gid) => ({ path, message: `there is no organization ${gid}` }));

/** Their public states, for identity to confirm that they are unknown. */
export const organizationStates = (gids: readonly string[]): StateKey[] => gids.map((key) => ({ type: 'organization', key }));
