import { abbreviation, sql, timeText, type Field, type Sql } from '@partner-ordering/data';
import type { Principal } from '@partner-ordering/kernel';
import { ofCaller } from './of-caller.ts';

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
