import type OAuth2Server from '@node-oauth/oauth2-server';
import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import type { Scope } from '../domain/application.ts';
import { revokeSession } from '../domain/revocation.ts';
import { sha256 } from '../domain/secret.ts';
import { ACCESS_TOKEN_LIFETIME_MS, isUsableAgain, RefreshToken, Session, useRefreshToken } from '../domain/session.ts';
import { lockedAccount } from '../domain/account.ts';
import { staysEnabled } from '../domain/enabled-application.ts';
import { grantTransaction, type GrantOutcome } from './grant-transaction.ts';
import { disabledClient } from './refusal.ts';
import { remainingScope } from './scopes.ts';
import { baseModel, type TokenModelOptions } from './token-model.ts';

// A refresh token is used and replaced by the next of its session. Once more it may be used soon after: two tabs had it, or an answer was
// lost. A used token that comes at another time was stolen or replayed: its session is revoked, which is committed although the request is
// refused.

/** Uses up a refresh token and issues the next one, or neither. `ask` has the library handle the grant; its errors are thrown. */
export const rotateRefreshToken = (
  options: RotationOptions,
  ask: (model: OAuth2Server.RefreshTokenModel) => Promise<OAuth2Server.Token>,
): Promise<OAuth2Server.Token> => grantTransaction(options.database, (tx, outcome) => ask(rotationModel(tx, options, outcome)));

export interface RotationOptions extends TokenModelOptions {
  /** `LoginSource.id` of the request, by which a public application may use a token again; null for one with a secret. */
  networkHash: string | null;
}

interface LockedToken {
  session: Session;
  token: RefreshToken;
}

/** Answers the library's calls of the grant `refresh_token` in one transaction. */
function rotationModel(tx: Transaction, options: RotationOptions, outcome: GrantOutcome): OAuth2Server.RefreshTokenModel {
  const { clock, application, networkHash } = options;
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
    revokeToken: async () => {
      await useRefreshToken(tx, locked!.token);
      return true;
    },
    saveToken: async (token, client, user) => {
      const now = clock();
      const { session, token: previous } = locked!;
      // The access token may be narrower; the new refresh token has the old one's scope (RFC 6749, section 6).
      const next = session.issueRefreshToken(previous.scope as Scope[], now, { replaces: previous.hash, networkHash });
      tx.em.persist(next.token);
      const accessTokenExpiresAt = new Date(now.getTime() + ACCESS_TOKEN_LIFETIME_MS);
      return { ...token, refreshToken: next.text, accessTokenExpiresAt, client, user };
    },
  };
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
  if (token.usedAt !== null && !(await isUsableAgain(tx, token, networkHash))) {
    outcome.isSessionRevoked = (await revokeSession(tx, session.gid, now)) > 0;
    return undefined;
  }
  const isAdmitted = account?.isEnabled === true && (await application.admits(tx, account));
  return isAdmitted && session.isAlive(now) && now < token.expiresAt ? { session, token } : undefined;
}
