import { raw, sql, type Queryable } from '@partner-ordering/data';

/** A manager as the recipient of mails. */
export interface Manager {
  gid: string;
  firstname: string;
  email: string;
  locale: string;
}

/** The managers of an organization with enabled accounts, or `user` alone. The service follows `principal` and `user`. */
export const managersOf = (queryable: Queryable, organization: string, user?: string): Promise<Manager[]> =>
  queryable.query<Manager>(sql`
    select u.key as gid, u.state->>'firstname' as firstname, u.state->>'email' as email, coalesce(u.state->>'locale', 'en') as locale
    from shared_state p join shared_state u on u.type = 'user' and u.key = p.key
    where p.type = 'principal' and ${user === undefined ? raw('true') : sql`p.key = ${user}`} and p.state->'is_enabled' = 'true'
      and p.state->'memberships' @> ${JSON.stringify([{ organization, is_manager: true }])}::jsonb and u.state->>'email' is not null
    order by u.key`);
