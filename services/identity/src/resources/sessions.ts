import { column, date, raw, resource, sql, table, type Column, type Resource, type Sql } from '@partner-ordering/data';
import type { TokenClaims } from '@partner-ordering/auth';
import { DAY_MS } from '@partner-ordering/kernel';
import type { Session } from '../../generated/models.ts';
import { REFRESH_TOKEN_LIFETIME_MS, Session as SessionEntity } from '../domain/session.ts';
import { applicationReference } from './applications.ts';

const s = table(SessionEntity, 's');
/** A refresh token comes with the access token and sets the end of the session. Without one, the first access token is the last. */
export const lastToken: Column<Date> = {
  sql: sql`greatest(${s.createdAt.sql}, ${s.endsAt.sql} - interval '${raw(String(REFRESH_TOKEN_LIFETIME_MS / DAY_MS))} days')`,
  type: 'time',
  nullable: false,
};

/** The sessions `s` of a person that show in lists, as in the index session_living. */
export const livingSessions = (user: string, now: Date): Sql =>
  sql`s.user_gid = ${user} and s.grant_type <> 'client_credentials' and s.revoked_at is null and s.ends_at > ${now}`;

/** The sessions of a token's user at a moment. Nobody else sees them, admins neither. */
export const ownSessions = ({ user, session }: Pick<TokenClaims, 'user' | 'session'>, now: Date): Resource<Session, SessionEntity> =>
  resource<Session>()({
    noun: 'session',
    path: '/v1/me/sessions',
    table: s,
    fields: {
      application: applicationReference(s.applicationGid),
      network: column(s.network),
      last_token_at: date(lastToken),
      is_current: { value: sql`s.gid = ${session}` },
    },
    aliases: { modified_at: lastToken },
    where: livingSessions(user, now),
    visible: () => [raw('true')],
  });
