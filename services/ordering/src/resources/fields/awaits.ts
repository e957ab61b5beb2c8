import { column, or, sql, table, type Field, type Sql } from '@partner-ordering/data';
import type { Principal } from '@partner-ordering/kernel';
import type { ProjectAwaits } from '../../../generated/models.ts';
import { Project } from '../../domain/project/project.ts';

const p = table(Project, 'p');

/** Whose turn it is. The value `me` finds, of the orders that the caller sees, those that await the caller. */
export const awaits: Field<ProjectAwaits | null> = {
  ...column(p.awaits),
  comparable: { ...p.awaits, meanings: (principal) => ({ me: awaitsMe(principal) }) },
};

/** A technical user owns and places orders, but judges, answers and approves nothing. */
const awaitsMe = (principal: Principal): Sql =>
  sql`(${p.awaits.sql} is not null and ${or(turnsOf(principal))} and not exists (select 1 from shared_state me
    where me.type = 'principal' and me.key = ${principal.user} and me.state->'is_technical' = 'true'))`;

function turnsOf({ user, isAdmin, memberOf, manages }: Principal): Sql[] {
  const turns = [sql`(${p.awaits.sql} = 'owner' and ${p.ownerGid.sql} = ${user})`];
  if (isAdmin) turns.push(sql`${p.awaits.sql} = 'staff'`);
  if (memberOf.length > manages.length) turns.push(sql`(${awaitsAnswer} and ${isSharedWith(user)})`);
  if (manages.length > 0)
    turns.push(sql`(${p.organizationGid.sql} = any(${manages})
      and (${p.awaits.sql} = 'approver' or (${p.awaits.sql} = 'owner' and not ${ownerActs})))`);
  return turns;
}

/** Only the last message awaits the owner, whom those with whom the order is shared may stand in for. */
const awaitsAnswer = sql`${p.awaits.sql} = 'owner' and ${p.lastWord.sql} = 'staff' and ${p.state.sql} <> 'proposal'
  and not ${p.hasOpenResult.sql}`;

const isSharedWith = (user: string): Sql =>
  sql`exists (select 1 from project_share ms where ms.project_gid = ${p.gid.sql} and ms.user_gid = ${user})`;

/** The owner is a person who can sign in and is still a member. Otherwise managers act. */
const ownerActs = sql`exists (select 1 from shared_state o where o.type = 'principal' and o.key = ${p.ownerGid.sql}::text
  and o.state->'is_enabled' = 'true' and o.state->'is_technical' is distinct from 'true'
  and o.state->'memberships' @> jsonb_build_array(jsonb_build_object('organization', ${p.organizationGid.sql})))`;
