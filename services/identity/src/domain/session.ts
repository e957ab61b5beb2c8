import { defineEntity, p } from '@mikro-orm/postgresql';
import { DAY_MS } from '@partner-ordering/kernel';
import { sql, type Queryable } from '@partner-ordering/data';
import { decryptWith, derivedKey, encryptWith } from '@partner-ordering/service';
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

  /** Adds a refresh token to the session. The token is the returned text; the row holds only its hash. */
  issueRefreshToken(scope: readonly Scope[], now: Date): { token: RefreshToken; text: string } {
    const text = newSecret();
    const fields = { hash: sha256(text), sessionGid: this.gid, scope: [...scope], createdAt: now };
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
    /** Time of the first use, by the clock of the database. */
    usedAt: p.datetime().strictNullable(),
  },
});

/** A refresh token of a session. It is used and replaced by the next, see `oauth/refresh-token-rotation.ts`. */
export class RefreshToken extends RefreshTokenSchema.class {
  isUsable(now: Date): boolean {
    return this.usedAt === null && now < this.expiresAt;
  }
}
RefreshTokenSchema.setClass(RefreshToken);

/** The texts of a used refresh token and of the next one, and the hash of the network that a public application used it in. */
export interface RefreshTokenUse {
  used: string;
  next: string;
  networkHash: string | null;
}

/**
 * Marks a token as used and keeps the next one, which only who has the used one can read. What the session kept before is forgotten: its
 * next token is used now. The session is locked.
 */
export async function useRefreshToken(tx: Queryable, { gid }: Session, { used, next, networkHash }: RefreshTokenUse): Promise<void> {
  const hash = sha256(used);
  await tx.query(sql`
    with forgotten as (update refresh_token set successor = null where session_gid = ${gid} and successor is not null)
    update refresh_token set used_at = clock_timestamp(), network_hash = ${networkHash},
      successor = ${encryptWith(successorKey(used), next, hash)}
    where hash = ${hash}`);
}

/** The token after a used one, for 10 s after the first use, in the same network and while it is unused; otherwise undefined. */
export async function keptSuccessor(tx: Queryable, { used, networkHash }: Omit<RefreshTokenUse, 'next'>): Promise<string | undefined> {
  const hash = sha256(used);
  const [row] = await tx.query<{ successor: string }>(sql`
    select successor from refresh_token where hash = ${hash} and successor is not null
      and network_hash is not distinct from ${networkHash} and used_at > ${successorLimit}`);
  return row && decryptWith(successorKey(used), row.successor, hash);
}

/** Removes kept tokens that may no longer be given. */
export async function removeSuccessors(database: Queryable): Promise<void> {
  await database.query(sql`update refresh_token set successor = null where successor is not null and used_at <= ${successorLimit}`);
}

const successorLimit = sql`clock_timestamp() - interval '10 seconds'`;
const successorKey = (used: string): Buffer => derivedKey(used, 'partner-ordering refresh token successor');

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
