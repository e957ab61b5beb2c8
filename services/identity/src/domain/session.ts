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
    /** Where the person signed in, until the session is revoked; null where unknown. */
    network: p.text().strictNullable(),
  },
});

/** One sign-in with all its access tokens and refresh tokens. It is revoked as a whole. */
export class Session extends SessionSchema.class {
  static start(given: Pick<Session, 'gid' | 'userGid' | 'applicationGid' | 'grant' | 'network'>, now: Date): Session {
    const endsAt = new Date(now.getTime() + ACCESS_TOKEN_LIFETIME_MS);
    return Object.assign(new Session(), { ...given, createdAt: now, endsAt, revokedAt: null });
  }

  /** Adds a refresh token to the session. The token is the returned text; the row holds only its hash. */
  issueRefreshToken(scope: readonly Scope[], now: Date): { token: RefreshToken; text: string } {
    const text = newSecret();
    const given = { hash: sha256(text), sessionGid: this.gid, scope: [...scope], createdAt: now };
    this.endsAt = new Date(now.getTime() + REFRESH_TOKEN_LIFETIME_MS);
    return { token: Object.assign(new RefreshToken(), { ...given, expiresAt: this.endsAt, usedAt: null }), text };
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
    /** Set when the token is used, see `oauth/refresh-token-rotation.ts`. */
    usedAt: p.datetime().strictNullable(),
  },
});

/** A refresh token of a session. It is used once and replaced by the next, see `oauth/refresh-token-rotation.ts`. */
export class RefreshToken extends RefreshTokenSchema.class {
  isUsable(now: Date): boolean {
    return this.usedAt === null && now < this.expiresAt;
  }
}
RefreshTokenSchema.setClass(RefreshToken);

/** Writes a session with its first refresh token. False if the application was disabled or restricted during the password check. */
export async function insertSession(
  tx: Queryable,
  session: Session,
  { refresh, through }: { refresh: RefreshToken | undefined; through: Application },
): Promise<boolean> {
  const { gid, userGid, grant, createdAt, endsAt, network } = session;
  const { grants, scopes, organizations, technicalUser } = through;
  const begun = sql`
    insert into session (gid, user_gid, application_gid, grant_type, created_at, ends_at, network)
    select ${gid}, ${userGid}, a.gid, ${grant}, ${createdAt}, ${endsAt}, ${network}
    from application a where a.gid = ${through.gid} and a.is_enabled
      and (a.grants, a.scopes, a.organizations, a.technical_user)
        is not distinct from (${[...grants]}::text[], ${[...scopes]}::text[], ${[...organizations]}::text[], ${technicalUser}::uuid)
    returning gid`;
  if (refresh === undefined) return (await tx.query(begun)).length > 0;
  const rows = await tx.query(sql`
    with begun as (${begun}), kept as (
      insert into refresh_token (hash, session_gid, scope, created_at, expires_at)
      select ${refresh.hash}, begun.gid, ${[...refresh.scope]}, ${refresh.createdAt}, ${refresh.expiresAt} from begun)
    select gid from begun`);
  return rows.length > 0;
}
