import { column, date, jsonObject, lastModified, raw, resource, sql, table, type Resource } from '@partner-ordering/data';
import type { TokenClaims } from '@partner-ordering/auth';
import type { Session } from '../../generated/models.ts';
import { Session as SessionEntity } from '../domain/session.ts';

const s = table(SessionEntity, 's');
const lastToken = lastModified({ createdAt: s.createdAt, modifiedAt: s.lastTokenAt });

/** Where the person of a token is signed in at a moment. Nobody else sees a session, admins neither. */
export const sessionsOf = ({ user, session }: Pick<TokenClaims, 'user' | 'session'>, now: Date): Resource<Session, SessionEntity> =>
  resource<Session>()({
    noun: 'session',
    path: '/v1/me/sessions',
    table: s,
    fields: {
      application: {
        value: sql`(select ${jsonObject({ gid: raw('a.gid'), name: raw('a.name') })} from application a where a.gid = s.application_gid)`,
        parts: { gid: s.applicationGid },
      },
      network: column(s.network),
      last_token_at: date(lastToken),
      is_current: { value: sql`s.gid = ${session}` },
    },
    aliases: { modified_at: lastToken },
    where: sql`s.user_gid = ${user} and s.grant_type <> 'client_credentials' and s.revoked_at is null and s.ends_at > ${now}`,
    visible: () => [raw('true')],
  });
