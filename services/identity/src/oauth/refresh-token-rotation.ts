import type OAuth2Server from '@node-oauth/oauth2-server';
import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import type { Scope } from '../domain/application.ts';
import { revokeSession } from '../domain/revocation.ts';
import { sha256 } from '../domain/secret.ts';
import { ACCESS_TOKEN_LIFETIME_MS, keptSuccessor, RefreshToken, Session, useRefreshToken } from '../domain/session.ts';
import { lockedAccount } from '../domain/account.ts';
import { staysEnabled } from '../domain/enabled-application.ts';
import { grantTransaction, type GrantOutcome } from './grant-transaction.ts';
import { disabledClient } from './refusal.ts';
import { remainingScope } from './scopes.ts';
import { baseModel, type TokenModelOptions } from './token-model.ts';

// A refresh token is used and replaced by the next of its session. Soon after, it gives the same next one again: several tabs had it, or an
// answer was lost. A used token that comes at another time was stolen or replayed: its session is revoked, which is committed although the
// request is refused.

/** Uses up a refresh token and issues the next one, or neither. `ask` has the library handle the grant; its errors are thrown. */
export const rotateRefreshToken = (
  options: RotationOptions,
  ask: (model: OAuth2Server.RefreshTokenModel) => Promise<OAuth2Server.Token>,
): Promise<OAuth2Server.Token> =>
  grantTransaction(options, (tx, outcome, keyring) => ask(rotationModel(tx, { ...options, keyring }, outcome)));

export interface RotationOptions extends TokenModelOptions {
  /** `LoginSource.id` of the request, by which a public application may use a token again; null for one with a secret. */
  networkHash: string | null;
}

interface LockedToken {
  text: string;
  session: Session;
  token: RefreshToken;
  /** The next token, if there is one. */
  successor: string | undefined;
}

/** Answers the library's calls of the grant `refresh_token` in one transaction. */
function rotationModel(tx: Transaction, options: RotationOptions, outcome: GrantOutcome): OAuth2Server.RefreshTokenModel {
  const { clock, application } = options;
  let locked: LockedToken | undefined;
  return {
    ...baseModel(options),
    getRefreshToken: async (text) => {
      locked = await lockedToken(tx, options, text, outcome);
      if (locked === undefined) return undefined;
      const { session, token } = locked;
      const user = { gid: session.userGid, session: session.gid, grant: session.grant };
      const scope = remainingScope(application, token.scope);
      return { refreshToken: text, scope, client: { id: application.clientId, grants: application.grants }, user };
    },
    // It is used up below, with its successor.
    revokeToken: async () => true,
    saveToken: async (token, client, user) => {
      const refreshToken = locked!.successor ?? (await replaceToken(tx, options, locked!));
      const accessTokenExpiresAt = new Date(clock().getTime() + ACCESS_TOKEN_LIFETIME_MS);
      return { ...token, refreshToken, accessTokenExpiresAt, client, user };
    },
  };
}

/** Uses the token and issues the next one. The access token may be narrower; this one has the old one's scope (RFC 6749, section 6). */
async function replaceToken(
  tx: Transaction,
  { clock, networkHash }: RotationOptions,
  { text, session, token }: LockedToken,
): Promise<string> {
  const next = session.issueRefreshToken(token.scope as Scope[], clock());
  tx.em.persist(next.token);
  await useRefreshToken(tx, session, { used: text, next: next.text, networkHash });
  return next.text;
}

/** The token and its session, locked in the order user, application, session, as everywhere. Undefined for an unusable one. */
async function lockedToken(
  tx: Transaction,
  { application, clock, networkHash }: RotationOptions,
  text: string,
  outcome: GrantOutcome,
): Promise<LockedToken | undefined> {
  const now = clock();
  const storedToken = await tx.em.findOne(RefreshToken, { hash: sha256(text) });
  const storedSession = storedToken && (await tx.em.findOne(Session, { gid: storedToken.sessionGid }));
  if (storedToken === null || storedSession === null || storedSession.applicationGid !== application.gid) return undefined;
  const account = await lockedAccount(tx, storedSession.userGid);
  if (!(await staysEnabled(tx, application.gid))) throw disabledClient();
  const session = await tx.em.findOne(Session, { gid: storedSession.gid }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  const token = await tx.em.findOne(RefreshToken, { hash: storedToken.hash }, { refresh: true });
  if (session === null || token === null) return undefined;
  const successor = token.usedAt === null ? undefined : await keptSuccessor(tx, { used: text, networkHash });
  if (token.usedAt !== null && successor === undefined) {
    outcome.isSessionRevoked = (await revokeSession(tx, session.gid, now)) > 0;
    return undefined;
  }
  const isAdmitted = account?.isEnabled === true && (await application.admits(tx, account));
  return isAdmitted && session.isAlive(now) && now < token.expiresAt ? { text, session, token, successor } : undefined;
}
