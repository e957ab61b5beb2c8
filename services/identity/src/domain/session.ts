import { defineEntity, p } from '@mikro-orm/postgresql';
import { DAY_MS } from '@partner-ordering/kernel';
import { sql, type Queryable } from '@partner-ordering/data';
import type { Application, Scope, SessionGrant } from './application.ts';
import { newSecret, sha256 } from './secret.ts';

export const ACCESS_TOKEN_LIFETIME_MS = 3600 * 1000;
export const REFRESH_TOKEN_LIFETIME_MS = 30 * DAY_MS;

export const SessionSchema = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    /** The `sid` of its access tokens. */
    gid: p.uuid().primary(),
    userGid: p.uuid(),
    applicationGid: p.uuid(),
    grant: p.text().$type<SessionGrant>().fieldName('grant_type'),
    createdAt: p.datetime(),
    /** No token of the session is valid after this, and the row may be removed. */
    endsAt: p.datetime(),
    revokedAt: p.datetime().strictNullable(),
    /** The network of the person's sign-in, until the session is revoked; null if unknown. */
    network: p.text().strictNullable(),
  },
});

/** One sign-in with all its access tokens and refresh tokens. It is revoked as a whole. */
export class Session extends SessionSchema.class {
  static start(fields: Pick<Session, 'gid' | 'userGid' | 'applicationGid' | 'grant' | 'network'>, now: Date): Session {
    const endsAt = new Date(now.getTime() + ACCESS_TOKEN_LIFETIME_MS);
    return Object.assign(new Session(), { ...fields, createdAt: now, endsAt, revokedAt: null });
  }

  /** Adds a refresh token to the session, for a used one if it is given. The token is the returned text; the row holds only its hash. */
  issueRefreshToken(
    scope: readonly Scope[],
    now: Date,
    { replaces = null, networkHash = null }: Partial<Pick<RefreshToken, 'replaces' | 'networkHash'>> = {},
  ): { token: RefreshToken; text: string } {
    const text = newSecret();
    const fields = { hash: sha256(text), sessionGid: this.gid, scope: [...scope], createdAt: now, replaces, networkHash };
    this.endsAt = new Date(now.getTime() + REFRESH_TOKEN_LIFETIME_MS);
    return { token: Object.assign(new RefreshToken(), { ...fields, expiresAt: this.endsAt, usedAt: null }), text };
  }

  isAlive(now: Date): boolean {
    return this.revokedAt === null && now < this.endsAt;
  }
}
SessionSchema.setClass(Session);

export const RefreshTokenSchema = defineEntity({
  name: 'RefreshToken',
  tableName: 'refresh_token',
  properties: {
    /** SHA-256 of the token in hexadecimal. */
    hash: p.text().primary(),
    sessionGid: p.uuid(),
    scope: p.array<Scope>(),
    createdAt: p.datetime(),
    expiresAt: p.datetime(),
    /** Time of the last use, by the clock of the database. */
    usedAt: p.datetime().strictNullable(),
    /** Hash of the used token that this one was given for. */
    replaces: p.text().strictNullable(),
    /** Hash of the network that a public application used it in; null for others. */
    networkHash: p.text().strictNullable(),
  },
});

/** A refresh token of a session. It is used and replaced by the next, see `oauth/refresh-token-rotation.ts`. */
export class RefreshToken extends RefreshTokenSchema.class {
  isUsable(now: Date): boolean {
    return this.usedAt === null && now < this.expiresAt;
  }
}
RefreshTokenSchema.setClass(RefreshToken);

/** Marks a token as used; the session is locked. */
export async function useRefreshToken(tx: Queryable, { hash }: RefreshToken): Promise<void> {
  await tx.query(sql`update refresh_token set used_at = clock_timestamp() where hash = ${hash}`);
}

/** Whether a used token may be used again: soon after its first use, in the same network, and while the next one is unused. */
export async function isUsableAgain(tx: Queryable, { hash, sessionGid }: RefreshToken, networkHash: string | null): Promise<boolean> {
  const [row] = await tx.query<{ is_usable: boolean }>(sql`
    select count(*) = 1 and bool_and(next.used_at is null and next.network_hash is not distinct from ${networkHash}
      and used.used_at > clock_timestamp() - interval '10 seconds') as is_usable
    from refresh_token used join refresh_token next on next.session_gid = used.session_gid and next.replaces = used.hash
    where used.session_gid = ${sessionGid} and used.hash = ${hash}`);
  return row!.is_usable === true;
}

/** Writes a session with its first refresh token. False if the application was disabled or restricted during the password check. */
export async function insertSession(
  tx: Queryable,
  session: Session,
  { refresh, application }: { refresh: RefreshToken | undefined; application: Application },
): Promise<boolean> {
  const { gid, userGid, grant, createdAt, endsAt, network } = session;
  const { grants, scopes, organizations, technicalUser } = application;
  const insertion = sql`
    insert into session (gid, user_gid, application_gid, grant_type, created_at, ends_at, network)
    select ${gid}, ${userGid}, a.gid, ${grant}, ${createdAt}, ${endsAt}, ${network}
    from application a where a.gid = ${application.gid} and a.is_enabled
      and (a.grants, a.scopes, a.organizations, a.technical_user)
        is not distinct from (${[...grants]}::text[], ${[...scopes]}::text[], ${[...organizations]}::text[], ${technicalUser}::uuid)
    returning gid`;
  if (refresh === undefined) return (await tx.query(insertion)).length > 0;
  const rows = await tx.query(sql`
    with begun as (${insertion}), kept as (
      insert into refresh_token (hash, session_gid, scope, created_at, expires_at)
      select ${refresh.hash}, begun.gid, ${[...refresh.scope]}, ${refresh.createdAt}, ${refresh.expiresAt} from begun)
    select gid from begun`);
  return rows.length > 0;
}
