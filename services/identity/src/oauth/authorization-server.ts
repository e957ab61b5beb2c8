import { setTimeout as delay } from 'node:timers/promises';
import { tokenVerifier } from '@partner-ordering/auth';
import type { Database } from '@partner-ordering/data';
import type { TryIt } from '@partner-ordering/service';
import type { RevocationPage } from '../../generated/internal/models.ts';
import { passwordMatches } from '../domain/password.ts';
import { revocationsAfter } from '../domain/revocation.ts';
import { SignInLimits } from '../domain/sign-in-limits.ts';
import { authorizeApplication, openAuthorizationPage } from './authorize/authorize.ts';
import { openSignInPage, openSignOutPage, signInBrowser, signOut } from './authorize/browser.ts';
import type { AuthorizationOptions } from './authorize/code.ts';
import { issueBrowserToken } from './browser-token.ts';
import { confirmPassword, type PasswordConfirmation } from './confirm-password.ts';
import { clientFinder } from './find-client.ts';
import type { OAuthRequest } from './form.ts';
import { introspectToken } from './introspect.ts';
import { keyring, type KeyringOptions } from './keyring.ts';
import { authorizationServerMetadata } from './metadata.ts';
import { revokeToken } from './revoke.ts';
import type { SignInOptions } from './sign-in.ts';
import { issueToken } from './token.ts';

/** Time for which polls for ended sessions are gathered: all services ask at the same times. */
const GATHERED_MS = 20;

interface AuthorizationServerOptions extends KeyringOptions, Pick<AuthorizationOptions, 'wakeJobs'> {
  database: Database;
  /** See `BrowserOptions`. */
  product: string;
  /** The wait of a sign-in; tests move the clock instead. */
  sleep?: SignInOptions['sleep'];
  tryIt: TryIt;
}

export type AuthorizationServer = ReturnType<typeof authorizationServer>;

const abortableDelay: SignInOptions['sleep'] = (ms, signal) => delay(ms, undefined, { signal });

/** The OAuth 2.0 part of identity. */
export function authorizationServer({
  database,
  cipher,
  issuer,
  audience,
  clock,
  wakeJobs,
  product,
  sleep = abortableDelay,
  tryIt,
}: AuthorizationServerOptions) {
  const keys = keyring({ database, cipher, issuer, audience, clock });
  const verifier = tokenVerifier({ keys: keys.jwks, issuer, audience, clock });
  const findClient = clientFinder({ database, issuer, tryIt });
  const limits = new SignInLimits(database);
  const endpoint = { database, findClient, keyring: keys, verifier, issuer, clock, limits, sleep, wakeJobs, product };
  const pages = new Map<number, Promise<RevocationPage>>();
  return {
    openAuthorizationPage: (request: OAuthRequest) => openAuthorizationPage(endpoint, request),
    authorizeApplication: (request: OAuthRequest) => authorizeApplication(endpoint, request),
    openSignInPage: (request: OAuthRequest) => openSignInPage(endpoint, request),
    signInBrowser: (request: OAuthRequest) => signInBrowser(endpoint, request),
    openSignOutPage,
    signOut: (request: OAuthRequest) => signOut(endpoint, request),
    issueToken: (request: OAuthRequest) => issueToken(endpoint, request),
    revokeToken: (request: OAuthRequest) => revokeToken(endpoint, request),
    introspectToken: (request: OAuthRequest) => introspectToken(endpoint, request),
    issueBrowserToken: (secret: string) => issueBrowserToken(endpoint, secret),
    confirmPassword: (confirmation: PasswordConfirmation) => confirmPassword(endpoint, confirmation),
    jwks: keys.jwks,
    metadata: () => authorizationServerMetadata(issuer),
    /** Reads once for all services that ask at the same time, after they have asked. */
    revocationsAfter(after: number): Promise<RevocationPage> {
      const page = pages.get(after) ?? delay(GATHERED_MS).then(() => (pages.delete(after), revocationsAfter(database, after, clock())));
      pages.set(after, page);
      return page;
    },
    /** Makes the first signing key. Call it after the migrations; if it fails, the first token makes the key. */
    start: async () => {
      // Makes the hash for unknown accounts, or the first of them would take twice as long.
      await Promise.all([keys.reload(), passwordMatches('', null)]);
    },
  };
}
