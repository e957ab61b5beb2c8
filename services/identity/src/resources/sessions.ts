import { column, date, raw, reference, resource, sql, table, type Column, type Resource } from '@partner-ordering/data';
import type { TokenClaims } from '@partner-ordering/auth';
import { DAY_MS } from '@partner-ordering/kernel';
import type { ApplicationReference, Session } from '../../generated/models.ts';
import { Application } from '../domain/application.ts';
import { REFRESH_TOKEN_LIFETIME_MS, Session as SessionEntity } from '../domain/session.ts';

const s = table(SessionEntity, 's');
const through = table(Application, 'sa');
/** A refresh token comes with the access token and sets the end of the session. Without one, the first access token is the last. */
const lastToken: Column<Date> = {
  sql: sql`greatest(${s.createdAt.sql}, ${s.endsAt.sql} - interval '${raw(String(REFRESH_TOKEN_LIFETIME_MS / DAY_MS))} days')`,
  type: 'time',
  nullable: false,
};

/** Where the person of a token is signed in at a moment. Nobody else sees a session, admins neither. */
export const ownSessions = ({ user, session }: Pick<TokenClaims, 'user' | 'session'>, now: Date): Resource<Session, SessionEntity> =>
  resource<Session>()({
    noun: 'session',
    path: '/v1/me/sessions',
    table: s,
    fields: {
      application: reference<ApplicationReference>('/v1/applications', through, { gid: through.gid, name: through.name })(s.applicationGid),
      network: column(s.network),
      last_token_at: date(lastToken),
      is_current: { value: sql`s.gid = ${session}` },
    },
    aliases: { modified_at: lastToken },
    // As in the index session_living.
    where: sql`s.user_gid = ${user} and s.grant_type <> 'client_credentials' and s.revoked_at is null and s.ends_at > ${now}`,
    visible: () => [raw('true')],
  });
