import type OAuth2Server from '@node-oauth/oauth2-server';
import type { Database, Transaction } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import { grants, type Application, type Scope, type SessionGrant } from '../domain/application.ts';
import { ACCESS_TOKEN_LIFETIME_MS, insertSession, Session } from '../domain/session.ts';
import { accountForSession, type Account } from '../domain/account.ts';
import type { Keyring } from './keyring.ts';
import { disabledClient, invalidGrant, refusedGrants } from './refusal.ts';
import { grantedScopes } from './scopes.ts';
import { signIn, type SignInOptions } from './sign-in.ts';

export interface TokenModelOptions {
  database: Database;
  keyring: Keyring;
  clock: () => Date;
  /** The client of this request, already authenticated. */
  application: Application;
}

export type NewSessionOptions = TokenModelOptions & Omit<SignInOptions, 'database'>;

/** The library's user: the token's subject and session. */
export interface SessionStart {
  gid: string;
  session: string;
  grant: SessionGrant;
  /** The hash that the password was compared with; null without one. */
  passwordHash: string | null;
}

/** The common part of the models of all grants. The client is already authenticated; access tokens are JWTs, never looked up here. */
export function baseModel({ application, keyring }: Pick<TokenModelOptions, 'application' | 'keyring'>) {
  const client = { id: application.clientId, grants: grants.filter((grant) => application.mayUse(grant)) };
  return {
    getClient: async () => client,
    getAccessToken: async () => undefined,
    generateAccessToken: (_client: OAuth2Server.Client, user: OAuth2Server.User, scope: string[]) => {
      const { gid, session, grant } = user as SessionStart;
      return keyring.sign({ user: gid, clientId: application.clientId, session, grant, scope });
    },
  };
}

/** Answers the library's calls of the grants that start a session: `password` and `client_credentials`. */
export function newSessionModel(options: NewSessionOptions): OAuth2Server.PasswordModel & OAuth2Server.ClientCredentialsModel {
  const { database, application } = options;
  return {
    ...baseModel(options),
    validateScope: async (_user, _client, requestedScope) => grantedScopes(requestedScope, application),
    getUser: async (username: string, password: string) => {
      const account = await signIn(options, application, { username, password });
      return account && sessionStart(account.gid, 'password', account.passwordHash);
    },
    getUserFromClient: async () =>
      application.technicalUser !== null && sessionStart(application.technicalUser, 'client_credentials', null),
    saveToken: (token, client, user) => database.transactional((tx) => saveSession(tx, options, token, client, user as SessionStart)),
  };
}

function sessionStart(gid: string, grant: SessionGrant, passwordHash: string | null): SessionStart {
  return { gid, session: newGid(), grant, passwordHash };
}

async function saveSession(
  tx: Transaction,
  options: NewSessionOptions,
  token: OAuth2Server.Token,
  client: OAuth2Server.Client,
  user: SessionStart,
): Promise<OAuth2Server.Token> {
  const { application, source } = options;
  const account = await accountForSession(tx, user.gid, application.gid);
  if (!account?.isEnabled || !(await mayBegin(tx, application, account, user))) throw invalidGrant(refusedGrants[user.grant]);
  // Only people are shown their sessions.
  const network = user.grant === 'client_credentials' ? null : source.network;
  return beginSession(tx, options, { token, client, user, network });
}

/** Begins the session of a token, which the returned one is of. The account is checked and locked. */
export async function beginSession(
  tx: Transaction,
  { application, clock }: Pick<TokenModelOptions, 'application' | 'clock'>,
  { token, client, user, network }: { token: OAuth2Server.Token; client: OAuth2Server.Client; user: SessionStart; network: string | null },
): Promise<OAuth2Server.Token> {
  const now = clock();
  const { session: gid, gid: userGid, grant } = user;
  const session = Session.start({ gid, userGid, applicationGid: application.gid, grant, network }, now);
  const saved = { ...token, accessTokenExpiresAt: new Date(now.getTime() + ACCESS_TOKEN_LIFETIME_MS), client, user };
  delete saved.refreshToken;
  const isRefreshable = grant !== 'client_credentials' && application.mayUse('refresh_token');
  const refresh = isRefreshable ? session.issueRefreshToken(token.scope as Scope[], now) : undefined;
  if (!(await insertSession(tx, session, { refresh: refresh?.token, application }))) throw disabledClient();
  return refresh ? { ...saved, refreshToken: refresh.text } : saved;
}

/** Whether the person is still admitted, and has the password that was checked: either may have changed since. */
const mayBegin = async (tx: Transaction, application: Application, account: Account, { grant, passwordHash }: SessionStart) =>
  grant === 'client_credentials' || (account.passwordHash === passwordHash && (await application.admits(tx, account)));
