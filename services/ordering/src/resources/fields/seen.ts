import { abbreviation, sql, Sql, timeText, type Field } from '@partner-ordering/data';

/** The parameter of the SQL below, which is made once: each caller's gid takes its place. */
const CALLER = 'caller';

const forCaller = (of: Sql): Field['value'] => {
  const { strings, values } = abbreviation(of);
  return ({ user }) =>
    new Sql(
      strings,
      values.map(() => user),
    );
};

/** When a person last saw the project `p`; null for never. */
const seenAt = (user: Sql): Sql => sql`(select s.seen_at from project_seen s where s.project_gid = p.gid and s.user_gid = ${user})`;

/** Whether the project `p` is the person's own or shared with them: only then what they have never looked at is new to them. */
const isAddressed = sql`(p.owner_gid = us.gid or exists (select from project_share ps where ps.project_gid = p.gid and ps.user_gid = us.gid))`;

export const lastSeen: Field<string | null> = { value: forCaller(timeText(seenAt(sql`${CALLER}`))) };

/** Whether others have added something since. Files of messages come with these. */
export const hasUnseen: Field<boolean> = {
  value: forCaller(sql`(select
    exists (select from project_message um where um.project_gid = p.gid and um.created_at > seen.at and um.posted_by_gid <> us.gid)
    or exists (select from work uw where uw.project_gid = p.gid and uw.created_at > seen.at and uw.posted_by_gid <> us.gid)
    or exists (select from project_file uf where uf.project_gid = p.gid and uf.kind in ('brief', 'source') and uf.created_at > seen.at
      and uf.added_by_gid <> us.gid)
    from (select ${CALLER}::uuid as gid) us cross join lateral (
      select coalesce(${seenAt(sql`us.gid`)}, case when ${isAddressed} then '-infinity'::timestamptz end) as at offset 0) seen)`),
};
