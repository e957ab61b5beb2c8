import { sql, type Queryable } from '@partner-ordering/data';

/** A manager of an organization, as far as mails need to know. */
export interface Manager {
  /** Gid of the user. */
  user: string;
  email: string;
  firstname: string;
  locale: string;
}

/** The managers of an organization whose accounts are enabled, by identity's states. */
export const managersOf = (database: Queryable, organization: string): Promise<Manager[]> =>
  database.query<Manager>(sql`
    select u.key as user, u.state->>'email' as email, u.state->>'firstname' as firstname, coalesce(u.state->>'locale', 'en') as locale
    from shared_state p join shared_state u on u.type = 'user' and u.key = p.key
    where p.type = 'principal' and p.state->'memberships' @> ${JSON.stringify([{ organization, is_manager: true }])}::jsonb
      and p.state->>'is_enabled' = 'true' and u.state->>'email' is not null
    order by u.key`);

/** Deletes the mails to a user who was erased, also those that were given up: their jobs hold the address. */
export async function forgetMailsTo(database: Queryable, user: string): Promise<void> {
  await database.query(sql`delete from job where starts_with(name, 'mail_') and split_part(data->>'about', '/', 2) = ${user}`);
}
