import { isActivePerson } from '@partner-ordering/commerce';
import {
  abbreviation,
  and,
  column,
  conditionSql,
  join,
  literal,
  or,
  raw,
  selectList,
  sql,
  Sql,
  table,
  timeText,
  type Field,
} from '@partner-ordering/data';
import type { Principal } from '@partner-ordering/kernel';
import type { ProjectAction, ProjectAwaits } from '../../../generated/models.ts';
import { Review } from '../../domain/contest/review.ts';
import { Work } from '../../domain/contest/work.ts';
import { openDeliveries, ProjectMessage } from '../../domain/conversation/project-message.ts';
import { activities, type Activity, type KnownAction } from '../../domain/project/activities.ts';
import { ProjectFile } from '../../domain/project/project-file.ts';
import { Project } from '../../domain/project/project.ts';
import { projectsOf } from '../../domain/project/rights.ts';
import { eventOf, guards, transitions, type Command, type Transition } from '../../domain/project/transitions.ts';

const p = table(Project, 'p');
const m = table(ProjectMessage, 'am');
const w = table(Work, 'aw');
const r = table(Review, 'ar');
const f = table(ProjectFile, 'af');

/** SQL that is made once, for a caller: each of its parameters is the name of the principal's property that takes its place. */
const ofCaller = ({ strings, values }: Sql, principal: Principal): Sql =>
  new Sql(
    strings,
    values.map((name) => principal[String(name) as keyof Principal]),
  );

/** The next actions on a project: the commands and activities that are open to the caller. */
export const actions: Field<ProjectAction[]> = {
  value: (principal) => ofCaller(principal.isAdmin ? openToAdmin : openToOther, principal),
};

/** A value, or a list of values without special characters, that is part of the statement. */
export const constant = (value: unknown): Sql => raw(literal(Array.isArray(value) ? `{${value.join(',')}}` : String(value)));

const openDelivery = sql`exists (select 1 from project_message am
  where ${m.projectGid.sql} = ${p.gid.sql} and ${conditionSql(m, openDeliveries, constant)})`;

const someWork = sql`exists (select 1 from work aw where ${w.projectGid.sql} = ${p.gid.sql})`;

/** Further conditions of an action: the thing that its request names exists, and the one that it makes once does not. */
const furtherConditions: Partial<Record<KnownAction, Sql>> = {
  deliver: sql`${p.workerGid.sql} is not null`,
  accept: openDelivery,
  reject: openDelivery,
  choose_winner: someWork,
  mark_works: someWork,
  message_as_worker: sql`${p.workerGid.sql} is not null`,
  review: sql`not exists (select 1 from review ar where ${r.projectGid.sql} = ${p.gid.sql})`,
  star: sql`exists (select 1 from project_file af where ${f.projectGid.sql} = ${p.gid.sql} and ${f.kind.sql} = 'attachment')`,
};

/** Whether a row of the table is that of the project `p`, for a caller with the roles `a`. */
const isOpen = ({ from, of, ...row }: Transition): Sql =>
  and([
    conditionSql(p, { state: from }, constant),
    ...(of.length > 1 ? [] : [sql`${p.productGid.sql} ${raw(of[0] === 'product' ? 'is not null' : 'is null')}`]),
    ...allows(row),
  ]);

const allows = ({ guard, role }: Pick<Transition, 'guard' | 'role'>): Sql[] => [
  ...(guard ? [conditionSql<Project>(p, guards[guard], constant)] : []),
  ...(role === 'all' ? [] : [raw(`a.${role}`)]),
];

/** All commands but `defer` and `settle`, which no request asks for. */
const offeredCommands = (Object.keys(eventOf) as Command[]).filter(
  (command): command is Command & KnownAction => command !== 'defer' && command !== 'settle',
);

const actionSql = (action: KnownAction, isAllowed: Sql[]): Sql =>
  sql`case when ${and([...isAllowed, ...(furtherConditions[action] ? [furtherConditions[action]] : [])])} then ${constant(action)} end`;

const actionColumns = [
  ...offeredCommands.map((command) => actionSql(command, [or(transitions.filter((row) => row.command === command).map(isOpen))])),
  ...(Object.keys(activities) as Activity[]).map((activity) => actionSql(activity, allows(activities[activity]))),
];
const openActions = sql`array_to_json(array_remove(array[${join(actionColumns)}], null))`;

/** The SQL for admins, or for all others, made once; see `ofCaller`. */
function openTo(kind: Pick<Principal, 'isAdmin'>): Sql {
  const principal = { ...kind, user: 'user', memberOf: ['memberOf'], manages: ['manages'] };
  const roleSql = (role: Parameters<typeof projectsOf>[1]): Sql =>
    or(projectsOf(principal, role).map((condition) => conditionSql(p, condition, (name) => sql`${name}`)));
  const roles = selectList({
    owner: roleSql('owner'),
    customer: roleSql('customer'),
    manager: roleSql('manager'),
    admin: roleSql('admin'),
  });
  return abbreviation(sql`(select ${openActions} from (select ${roles}) a)`);
}

const [openToAdmin, openToOther] = [openTo({ isAdmin: true }), openTo({ isAdmin: false })];

/** The parameter of the SQL below, see `ofCaller`. */
const CALLER: keyof Principal = 'user';

const forCaller = (of: Sql): Field['value'] => {
  const made = abbreviation(of);
  return (principal) => ofCaller(made, principal);
};

/** When the caller last saw the project `p`; null for never. */
const seenAt = sql`(select s.seen_at from project_seen s where s.project_gid = p.gid and s.user_gid = ${CALLER})`;

/** Whether the project `p` is the caller's own or shared with them: only then what they have never looked at is new to them. */
const isAddressed = sql`(p.owner_gid = ${CALLER}
  or exists (select from project_share us where us.project_gid = p.gid and us.user_gid = ${CALLER}))`;

export const lastSeen: Field<string | null> = { value: forCaller(timeText(seenAt)) };

/** Whether another person added something last, and the caller has not seen it. */
export const hasUnseen: Field<boolean> = {
  value: forCaller(sql`coalesce(p.last_added_by <> ${CALLER}
    and p.last_added_at > coalesce(${seenAt}, case when ${isAddressed} then '-infinity'::timestamptz end), false)`),
};

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
