import type OAuth2Server from '@node-oauth/oauth2-server';
import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import type { Application, Scope } from '../domain/application.ts';
import { revokeSession } from '../domain/revocation.ts';
import { accessTokenLifetimeMs, RefreshToken, Session } from '../domain/session.ts';
import { sha256 } from '../domain/application.ts';
import { lockedAccount } from '../domain/account.ts';
import { baseModel } from './token-model.ts';
import type { TokenModelOptions } from './token-model.ts';

interface Found {
  session: Session;
  token: RefreshToken;
}

/** What came of a rotation besides the token. */
export interface RotationOutcome {
  /** An old token came again, so its family was revoked: this must be committed although the request is refused. */
  familyRevoked: boolean;
}

/**
 * The library's questions for the grant `refresh_token`, all answered in one transaction, so that using up the old token
 * and issuing the new one happen together or not at all.
 */
export function refreshModel(
  tx: Transaction,
  options: Omit<TokenModelOptions, 'database'>,
  outcome: RotationOutcome,
): OAuth2Server.RefreshTokenModel {
  const { clock, application } = options;
  let found: Found | undefined;
  return {
    ...baseModel(options),
    getRefreshToken: async (text) => {
      found = await usable(tx, application, text, clock(), outcome);
      if (found === undefined) return undefined;
      const { session, token } = found;
      const user = { gid: session.userGid, session: session.gid, grant: session.grant };
      return { refreshToken: text, scope: token.scope, client: { id: application.clientId, grants: application.grants }, user };
    },
    revokeToken: async () => {
      found!.token.usedAt = clock();
      return true;
    },
    saveToken: async (token, client, user) => {
      const now = clock();
      const { session, token: old } = found!;
      // The access token may be narrower; the new refresh token has the old one's scope (RFC 6749, section 6).
      const next = session.issueRefreshToken(old.scope as Scope[], now);
      tx.em.persist(next.token);
      const accessTokenExpiresAt = new Date(now.getTime() + accessTokenLifetimeMs);
      return { ...token, refreshToken: next.text, accessTokenExpiresAt, client, user };
    },
  };
}

/** The locks are taken in the order user, session, as everything does that ends sessions. */
async function usable(
  tx: Transaction,
  application: Application,
  text: string,
  now: Date,
  outcome: RotationOutcome,
): Promise<Found | undefined> {
  const known = await tx.em.findOne(RefreshToken, { hash: sha256(text) });
  const owner = known && (await tx.em.findOne(Session, { gid: known.sessionGid }));
  if (known === null || owner === null || owner.applicationGid !== application.gid) return undefined;
  const account = await lockedAccount(tx, owner.userGid);
  const session = await tx.em.findOne(Session, { gid: owner.gid }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  const token = await tx.em.findOne(RefreshToken, { hash: known.hash }, { refresh: true });
  if (session === null || token === null) return undefined;
  if (token.usedAt !== null) {
    outcome.familyRevoked = (await revokeSession(tx, session.gid, now)) > 0;
    return undefined;
  }
  const admitted = account?.isEnabled === true && application.admits(account.memberOf);
  return admitted && session.isAlive(now) && token.isUsable(now) ? { session, token } : undefined;
}
