import type { TokenClaims } from '@partner-ordering/auth';
import { date, expression, raw, resource, sql, table, type Column, type Resource } from '@partner-ordering/data';
import type { Authorization } from '../../generated/models.ts';
import { Authorization as AuthorizationEntity } from '../domain/authorization.ts';
import { applicationReference } from './applications.ts';
import { lastToken, livingSessions } from './sessions.ts';

const au = table(AuthorizationEntity, 'au');

/** The authorizations of a token's user. Nobody else sees them, admins neither. */
export function ownAuthorizations({ user }: Pick<TokenClaims, 'user'>, now: Date): Resource<Authorization, AuthorizationEntity> {
  const lastUsed: Column<Date | null> = {
    sql: sql`(select max(${lastToken.sql}) from session s
      where ${livingSessions(user, now)} and s.application_gid = au.application_gid and s.grant_type = 'authorization_code')`,
    type: 'time',
    nullable: true,
    isOfOthers: true,
  };
  return resource<Authorization>()({
    noun: 'authorization',
    path: '/v1/me/authorizations',
    table: au,
    fields: {
      application: applicationReference(au.applicationGid),
      scopes: expression<Authorization['scopes']>(raw('au.scope')),
      last_used_at: date(lastUsed),
    },
    where: sql`au.user_gid = ${user}`,
    visible: () => [raw('true')],
  });
}
