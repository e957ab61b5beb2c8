import { isActivePerson } from '@partner-ordering/commerce';
import { column, or, sql, table, type Field, type Sql } from '@partner-ordering/data';
import type { Principal } from '@partner-ordering/kernel';
import type { ProjectAwaits } from '../../../generated/models.ts';
import { Project } from '../../domain/project/project.ts';

const p = table(Project, 'p');

/**
 * Whose turn it is. The value `me` finds, of the orders that the caller sees, those that await the caller. Of those that await nobody,
 * PostgreSQL would otherwise read their owners.
 */
export const awaits: Field<ProjectAwaits | null> = {
  ...column(p.awaits),
  comparable: { ...p.awaits, meanings: (principal) => ({ me: sql`(${p.awaits.sql} is not null and ${or(turnsOf(principal))})` }) },
};

function turnsOf({ user, isAdmin, manages }: Principal): Sql[] {
  const turns = [sql`(${p.awaits.sql} = 'owner' and ${p.ownerGid.sql} = ${user})`];
  if (isAdmin) turns.push(sql`${p.awaits.sql} = 'staff'`);
  if (manages.length > 0)
    turns.push(sql`(${p.organizationGid.sql} = any(${manages})
      and (${p.awaits.sql} = 'approver' or (${p.awaits.sql} = 'owner' and ${p.state.sql} <> 'draft' and not ${ownerActs})))`);
  return turns;
}

/** The owner is a person who can sign in and is still a member. Otherwise managers act, except on a draft, which they sent back. */
const ownerActs = sql`exists (select 1 from shared_state o where o.type = 'principal' and o.key = ${p.ownerGid.sql}::text
  and ${isActivePerson('o')}
  and o.state->'memberships' @> jsonb_build_array(jsonb_build_object('organization', ${p.organizationGid.sql})))`;
