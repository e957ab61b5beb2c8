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
import { withKeptRevocation, type GrantOutcome } from './kept-revocation.ts';
import { invalidGrant, invalidRequest, refusedGrants } from './refusal.ts';
import { scopeLeft } from './scopes.ts';
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
  return withKeptRevocation(options.database, (tx, outcome) => ask(redemptionModel(tx, options, redirectUri, outcome)));
}

/** RFC 7636, section 4.1. */
const verifierPattern = /^[\w.~-]{43,128}$/;
/** Checked before the library does it, which has another clock, takes no IPv6 address and refuses with another code. */
const checkedBefore = { redirectUri: '', expiresAt: new Date(8.64e15) };

/** What the library asks during the grant `authorization_code`, answered in one transaction. It checks the code verifier. */
function redemptionModel(
  tx: Transaction,
  options: TokenModelOptions,
  redirectUri: string,
  outcome: GrantOutcome,
): OAuth2Server.AuthorizationCodeModel {
  const { clock, application } = options;
  let found: AuthorizationCode | undefined;
  return {
    ...baseModel(options),
    getAuthorizationCode: async (text) => {
      found = await usable(tx, application, { text, redirectUri }, clock());
      if (found === undefined) return undefined;
      const user: SessionStart = { gid: found.userGid, session: newGid(), grant: 'authorization_code', passwordHash: null };
      const client = { id: application.clientId, grants: application.grants };
      const challenge = { codeChallenge: found.codeChallenge, codeChallengeMethod: 'S256' };
      return { authorizationCode: text, scope: scopeLeft(application, found.scope), client, user, ...challenge, ...checkedBefore };
    },
    // The page issues codes.
    saveAuthorizationCode: async () => false,
    // Only after this does the library check the verifier, so the code is used up below. Until then it is locked.
    revokeAuthorizationCode: async () => true,
    saveToken: async (token, client, user) => {
      const { sessionGid, network } = found!;
      if (sessionGid !== null) {
        outcome.isSessionRevoked = (await revokeSession(tx, sessionGid, clock())) > 0;
        throw invalidGrant(refusedGrants.authorization_code);
      }
      const start = user as SessionStart;
      Object.assign(found!, { sessionGid: start.session, network: null });
      return beginSession(tx, options, { token, client, user: start, network });
    },
  };
}

/** The code, locked after user and application, as everywhere. Undefined for one that is not good here. */
async function usable(
  tx: Transaction,
  application: Application,
  { text, redirectUri }: { text: string; redirectUri: string },
  now: Date,
): Promise<AuthorizationCode | undefined> {
  const known = await tx.em.findOne(AuthorizationCode, { hash: sha256(text), applicationGid: application.gid, redirectUri });
  if (known === null) return undefined;
  const account = await accountForSession(tx, known.userGid, application.gid);
  const code = await tx.em.findOne(AuthorizationCode, { hash: known.hash }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
  if (code === null || !account?.isEnabled || !application.admits(account.memberOf)) return undefined;
  // A used one only ends its session, however old, and wherever the application now wants its codes.
  return code.sessionGid !== null || (now < code.expiresAt && application.redirectsTo(code.redirectUri)) ? code : undefined;
}
