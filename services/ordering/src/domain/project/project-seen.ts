import { beginningOf } from '@partner-ordering/kernel';
import { sql, type Transaction } from '@partner-ordering/data';
import type { MessagesUnseenFact } from '../../../generated/events.ts';
import type { Project } from './project.ts';

/** The data of each job. */
export interface SeenJobs {
  /** Publishes for each person the messages in a project that they have not seen. */
  tell_of_unseen: { project: string };
}

const TOLD_AFTER_MS = 300_000;
/** The most messages that a mail shows, and characters of each. */
const [MAX_SHOWN, MAX_SHOWN_LENGTH] = [5, 500];

/** What a mail shows of a text. */
export function shownOf(text: string): string {
  const beginning = beginningOf(text, MAX_SHOWN_LENGTH);
  return beginning === text ? text : `${beginning}…`;
}

/** Of several messages the earliest counts: one job is for all. */
export const tellOfUnseen = ({ gid: project, organizationGid: lane }: Project, now: Date) =>
  ({ name: 'tell_of_unseen', key: project, data: { project }, lane, runAt: new Date(now.getTime() + TOLD_AFTER_MS) }) as const;

/** Records that a user saw a project. */
export async function markSeen(tx: Transaction, { gid }: Project, user: string, now: Date): Promise<void> {
  await tx.query(sql`
    insert into project_seen (project_gid, user_gid, seen_at) values (${gid}, ${user}, ${now})
    on conflict (project_gid, user_gid) do update set seen_at = excluded.seen_at`);
}

/** After what was new is removed, what was added before it is the newest again. `removed`: rows that this transaction removes. */
export async function forgetAdditions(
  tx: Transaction,
  project: Project,
  removed: readonly { gid: string; createdAt: Date }[],
): Promise<void> {
  const newestAt = project.lastAddedAt;
  if (!newestAt || !removed.some(({ createdAt }) => createdAt >= newestAt)) return;
  // Only staff add works and remove them.
  const [left] = await tx.query<{ at: string; author: string }>(sql`
    select added_at as at, author from (
      select gid, created_at, posted_by_gid from project_message where project_gid = ${project.gid}
      union all select gid, created_at, added_by_gid from project_file where project_gid = ${project.gid} and kind <> 'attachment'
      union all select gid, created_at, ${project.lastAddedBy}::uuid from work where project_gid = ${project.gid}
    ) addition (gid, added_at, author) where gid <> all (${removed.map(({ gid }) => gid)}::uuid[]) order by added_at desc limit 1`);
  Object.assign(project, { lastAddedAt: left ? new Date(left.at) : null, lastAddedBy: left?.author ?? null });
}

export async function forgetSeenBy(tx: Transaction, user: string): Promise<void> {
  await tx.query(sql`delete from project_seen where user_gid = ${user}`);
}

/**
 * The messages of creatives and our staff that the owner, or a person with whom the project is shared, has neither seen nor got
 * already: a fact for each person, who has got them from now on. The owner gets a proposal's text in the mail about the proposal.
 */
export async function unseenMessages(tx: Transaction, project: string): Promise<MessagesUnseenFact[]> {
  const facts = await tx.query<MessagesUnseenFact>(sql`
    with reader as (
      select person.gid, is_owner, coalesce(greatest(s.seen_at, s.mailed_at), '-infinity') as since
      from (select owner_gid, true from project where gid = ${project}
        union all select user_gid, false from project_share where project_gid = ${project}) person (gid, is_owner)
        left join project_seen s on s.project_gid = ${project} and s.user_gid = person.gid
    ), unseen as (
      select reader.gid as person, m.created_at, left(m.message, ${MAX_SHOWN_LENGTH + 1}) as text,
        coalesce(m.worker_gid, m.posted_by_gid) as author,
        row_number() over (partition by reader.gid order by m.created_at desc, m.gid desc) as place
      from reader join project_message m on m.project_gid = ${project} and m.created_at > reader.since and m.posted_by_gid <> reader.gid
        join shared_state staff on staff.type = 'principal' and staff.key = m.posted_by_gid::text and staff.state->'roles' ? 'admin'
      where m.type = 'simple' and not (reader.is_owner
        and exists (select from project_transition t where t.project_gid = m.project_gid and t.message_gid = m.gid))
    ), told as (
      insert into project_seen (project_gid, user_gid, mailed_at) select ${project}, person, max(created_at) from unseen group by person
      on conflict (project_gid, user_gid) do update set mailed_at = excluded.mailed_at
    )
    select p.gid as project, p.organization_gid as organization, person, p.title, p.short_code,
      case when p.price_minor is not null then json_build_object('amount_minor', p.price_minor, 'currency', p.currency) end as price,
      count(*)::int as count,
      json_agg(json_build_object('author', author, 'text', text) order by place desc) filter (where place <= ${MAX_SHOWN}) as messages
    from unseen join project p on p.gid = ${project} group by p.gid, person order by person`);
  for (const { messages } of facts) for (const message of messages) message.text = shownOf(message.text);
  return facts;
}
