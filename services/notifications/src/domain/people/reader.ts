import { isActivePerson } from '@partner-ordering/commerce';
import { sql, type Queryable } from '@partner-ordering/data';

/** The recipient of a mail about a project. */
export interface Reader {
  firstname: string;
  email: string;
  locale: string;
  /** Name of the organization. */
  organization: string;
  /** The organization's own page of a project, with `{gid}`; null without one. */
  page: string | null;
  /** Name of the other person in the mail; null without one. */
  person: string | null;
}

/** All strings but `notification` are gids. */
interface ReaderQuery {
  user: string;
  organization: string;
  /** Whether only managers of the organization get it. */
  isForManagers: boolean;
  /** The kind of mail, which the user may have switched off. */
  notification: string;
  person: string | undefined;
}

/**
 * The present reader of a mail; undefined for a disabled account, a technical user, a former member (or manager) and a switched-off kind.
 * Throws while the user or the organization is unknown here: their states come by another topic than the cause.
 */
export async function readerOf(
  queryable: Queryable,
  { user, organization, isForManagers, notification, person }: ReaderQuery,
): Promise<Reader | undefined> {
  const membership = JSON.stringify([{ organization, ...(isForManagers && { is_manager: true }) }]);
  const [row] = await queryable.query<Row>(sql`
    select u.state->>'firstname' as firstname, u.state->>'email' as email, u.state->>'locale' as locale, o.state->>'name' as organization,
      o.state->>'project_page_url' as page,
      coalesce(${isActivePerson('p')} and p.state->'memberships' @> ${membership}::jsonb
        and u.state->'notifications'->${notification} is distinct from 'false', false) as "isReader",
      (select concat_ws(' ', w.state->>'firstname', w.state->>'lastname') from shared_state w
        where w.type = 'user' and w.key = ${person ?? null}::text and w.state is not null) as person
    from shared_state p join shared_state u on u.type = 'user' and u.key = p.key
      join shared_state o on o.type = 'organization' and o.key = ${organization}
    where p.type = 'principal' and p.key = ${user}`);
  if (!row) throw new Error('The reader of a mail is not known yet');
  const { isReader, ...reader } = row;
  return isReader ? reader : undefined;
}

interface Row extends Reader {
  isReader: boolean;
}

/** The names of creatives and of users, by gid; without those that are unknown here. */
export async function authorNames(queryable: Queryable, gids: readonly string[]): Promise<Map<string, string>> {
  const rows = await queryable.query<{ key: string; name: string }>(sql`
    select key, concat_ws(' ', state->>'firstname', state->>'lastname') as name from shared_state
    where type in ('user', 'worker') and key = any(${gids}) and state is not null`);
  return new Map(rows.map(({ key, name }) => [key, name]));
}

/** The names of organizations, by gid. */
export async function organizationNames(queryable: Queryable, gids: readonly string[]): Promise<Map<string, string>> {
  const rows = await queryable.query<{ key: string; name: string }>(
    sql`select key, state->>'name' as name from shared_state where type = 'organization' and key = any(${gids})`,
  );
  return new Map(rows.map(({ key, name }) => [key, name]));
}
