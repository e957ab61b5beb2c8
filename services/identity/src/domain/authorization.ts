import { defineEntity, p } from '@mikro-orm/postgresql';
import { sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { addJobs } from '@partner-ordering/jobs';
import { newGid } from '@partner-ordering/kernel';
import { mailJob } from '@partner-ordering/mail';
import { scopes, type Scope } from './application.ts';

export const AuthorizationSchema = defineEntity({
  name: 'Authorization',
  tableName: 'authorization',
  properties: {
    gid: p.uuid().primary(),
    userGid: p.uuid(),
    applicationGid: p.uuid(),
    /** All scopes that the person has ever allowed, in the order of `scopes`. */
    scope: p.array<Scope>(),
    createdAt: p.datetime(),
    /** Time of the last added scope; null before. */
    modifiedAt: p.datetime().strictNullable(),
  },
});

/** A person's permission for an application, from the page at `/oauth2/authorize`. */
export class Authorization extends AuthorizationSchema.class {}
AuthorizationSchema.setClass(Authorization);

/** The values of the mail about an authorization: the application, all scopes, the time, and the network if known. */
export type AuthorizationFacts = Record<'application' | 'scope' | 'at', string> & { network?: string };

/** The person and the application of an authorization. */
interface Parties {
  userGid: string;
  applicationGid: string;
}

/** The scopes that a person has allowed an application. Within a transaction they stay allowed until the commit: issue a code there. */
export async function allowedScope(queryable: Queryable, { userGid, applicationGid }: Parties): Promise<Scope[]> {
  const [row] = await queryable.query<{ scope: Scope[] }>(sql`
    select scope from "authorization" where user_gid = ${userGid} and application_gid = ${applicationGid} for share`);
  return row?.scope ?? [];
}

/**
 * Makes an authorization or adds scopes to it, and mails the person if the application is new or may do more. The account is locked.
 * Persist the code in the same transaction, after this.
 */
export async function allow(
  tx: Transaction,
  { userGid, applicationGid, scope, network }: Parties & { scope: readonly Scope[]; network: string | null },
  now: Date,
): Promise<void> {
  const gid = newGid();
  // The row is written although nothing may change: its lock keeps a removal from missing the code.
  const [row] = await tx.query<{ gid: string; scope: Scope[]; isWidened: boolean | null; to: string }>(sql`
    insert into "authorization" as known (gid, user_gid, application_gid, scope, created_at)
    values (${gid}, ${userGid}, ${applicationGid}, ${[...scope]}, ${now})
    on conflict (user_gid, application_gid) do update set
      scope = array(select one from unnest(${[...scopes]}::text[]) one where one = any(known.scope || excluded.scope)),
      modified_at = case when known.scope @> excluded.scope then known.modified_at else ${now}::timestamptz end
    returning gid, scope, modified_at = ${now} as "isWidened", (select email from "user" u where u.gid = known.user_gid) as "to"`);
  const { to, ...authorization } = row!;
  if (authorization.gid !== gid && !authorization.isWidened) return;
  const facts: AuthorizationFacts = {
    application: applicationGid,
    scope: authorization.scope.join(' '),
    at: now.toISOString(),
    ...(network !== null && { network }),
  };
  await addJobs(tx, [mailJob('application_allowed', { about: `${authorization.gid}/${userGid}`, to, values: facts })], now);
}
