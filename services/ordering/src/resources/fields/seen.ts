import { sql, timeText, type Field, type Sql } from '@partner-ordering/data';

/** When the caller last saw the project `p`; null for never. */
const seenAt = (user: string): Sql => sql`(select s.seen_at from project_seen s where s.project_gid = p.gid and s.user_gid = ${user})`;

/** Whether the project `p` is the caller's own or shared with them: only then what they have never looked at is new to them. */
const isAddressed = (user: string): Sql =>
  sql`(p.owner_gid = ${user} or exists (select from project_share us where us.project_gid = p.gid and us.user_gid = ${user}))`;

export const lastSeen: Field<string | null> = { value: ({ user }) => timeText(seenAt(user)) };

/** Whether others have added something since. Files of messages come with these. */
export const hasUnseen: Field<boolean> = {
  value: ({ user }) => sql`(select
    exists (select from project_message um where um.project_gid = p.gid and um.created_at > seen.at and um.posted_by_gid <> ${user})
    or exists (select from work uw where uw.project_gid = p.gid and uw.created_at > seen.at and uw.posted_by_gid <> ${user})
    or exists (select from project_file uf where uf.project_gid = p.gid and uf.kind in ('brief', 'source') and uf.created_at > seen.at
      and uf.added_by_gid <> ${user})
    from (select coalesce(${seenAt(user)}, case when ${isAddressed(user)} then '-infinity'::timestamptz end) as at offset 0) seen)`,
};
