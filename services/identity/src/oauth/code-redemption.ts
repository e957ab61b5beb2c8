import type OAuth2Server from '@node-oauth/oauth2-server';
import { LockMode } from '@mikro-orm/postgresql';
import type { Transaction } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import { accountForSession } from '../domain/account.ts';
import type { Application } from '../domain/application.ts';
import { AuthorizationCode } from '../domain/authorization-code.ts';
import { revokeSession } from '../domain/revocation.ts';
import { sha256 } from '../domain/secret.ts';
import { requiredParameter, type Form } from './form.ts';
import { grantTransaction, type GrantOutcome } from './grant-transaction.ts';
import { invalidGrant, invalidRequest, refusedGrants } from './refusal.ts';
import { remainingScope } from './scopes.ts';
import { baseModel, beginSession, type SessionStart, type TokenModelOptions } from './token-model.ts';

// A code begins one session. A used code that comes again, with all that belongs to it, was stolen: its session is revoked, and that is
// committed although the request is refused. A request that lacks something changes nothing.

/** Uses up an authorization code and begins a session, or neither. `ask` has the library handle the grant; its errors are thrown. */
export async function redeemCode(
  options: TokenModelOptions,
  form: Form,
  ask: (model: OAuth2Server.AuthorizationCodeModel) => Promise<OAuth2Server.Token>,
): Promise<OAuth2Server.Token> {
  const redirectUri = requiredParameter(form, 'redirect_uri');
  if (!verifierPattern.test(requiredParameter(form, 'code_verifier')))
    throw invalidRequest('code_verifier: must have 43 to 128 letters, digits, -, ., _ and ~');
  return grantTransaction(options, (tx, outcome, keyring) => ask(redemptionModel(tx, { ...options, keyring }, redirectUri, outcome)));
}

/** RFC 7636, section 4.1. */
const verifierPattern = /^[\w.~-]{43,128}$/;
/** Satisfies the library: it has another clock, takes no IPv6 address and refuses with another code, so we check these before. */
const alreadyChecked = { redirectUri: '', expiresAt: new Date(8.64e15) };

/** Answers the library's calls of the grant `authorization_code` in one transaction. The library checks the code verifier. */
function redemptionModel(
  tx: Transaction,
  options: TokenModelOptions,
  redirectUri: string,
  outcome: GrantOutcome,
): OAuth2Server.AuthorizationCodeModel {
  const { clock, application } = options;
  let lockedRow: AuthorizationCode | undefined;
  return {
    ...baseModel(options),
    getAuthorizationCode: async (text) => {
      lockedRow = await lockedCode(tx, application, { text, redirectUri }, clock());
      if (lockedRow === undefined) return undefined;
      const user: SessionStart = { gid: lockedRow.userGid, session: newGid(), grant: 'authorization_code', passwordHash: null };
      const client = { id: application.clientId, grants: application.grants };
      const challenge = { codeChallenge: lockedRow.codeChallenge, codeChallengeMethod: 'S256' };
      return {
        authorizationCode: text,
        scope: remainingScope(application, lockedRow.scope),
        client,
        user,
        ...challenge,
        ...alreadyChecked,
      };
    },
    // The page issues codes.
    saveAuthorizationCode: async () => false,
    // Only after this does the library check the verifier, so the code is used up below. Until then it is locked.
    revokeAuthorizationCode: async () => true,
    saveToken: async (token, client, user) => {
      const { sessionGid, network } = lockedRow!;
      if (sessionGid !== null) {
        outcome.isSessionRevoked = (await revokeSession(tx, sessionGid, clock())) > 0;
        throw invalidGrant(refusedGrants.authorization_code);
      }
      const start = user as SessionStart;
      Object.assign(lockedRow!, { sessionGid: start.session, network: null });
      return beginSession(tx, options, { token, client, user: start, network });
    },
  };
}

/** The code, locked after user and application, as everywhere. Undefined for one that this request may not use. */
async function lockedCode(
  tx: Transaction,
  application: Application,
  { text, redirectUri }: { text: string; redirectUri: string },
  now: Date,
): Promise<AuthorizationCode | undefined> {
  const storedCode = await tx.em.findOne(AuthorizationCode, { hash: sha256(text), applicationGid: application.gid, redirectUri });
  if (storedCode === null) return undefined;
  const account = await accountForSession(tx, storedCode.userGid, application.gid);
  const code = await tx.em.findOne(AuthorizationCode, { hash: storedCode.hash }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (code === null || !account?.isEnabled || !(await application.admits(tx, account))) return undefined;
  // A used one only ends its session, however old, and wherever the application now wants its codes.
  return code.sessionGid !== null || (now < code.expiresAt && application.redirectsTo(code.redirectUri)) ? code : undefined;
}
