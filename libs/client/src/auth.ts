/** Authentication: the three grants of OAuth 2.0 on servers, or a token of your own. */
import type { Token } from '../generated/models.ts';
import { UsageError } from './errors.ts';
import type { Runtime } from './runtime.ts';
import type { TokenSource } from './send.ts';
import { Session, type SessionOptions } from './session.ts';

export interface AuthContext extends Pick<SessionOptions, 'issue'> {
  runtime: Runtime;
}

/** A way to get tokens, made by one of the functions below. */
export type Auth = (context: AuthContext) => TokenSource;

/** An application as it was registered. */
export interface RegisteredApplication {
  clientId: string;
  clientSecret: string;
  /** Separated by blanks (`base`). */
  scope?: string;
  /** Called with each new token, before its first use: store the refresh token here. If it throws, so do the waiting calls. */
  onToken?: (token: Token) => void | Promise<void>;
}

/** An application that acts for itself. */
export function clientCredentials(application: RegisteredApplication): Auth {
  return granted(application, { grant_type: 'client_credentials' });
}

/** A user who signs in. The session is renewed as long as it lasts; then the client signs in again. */
export function password({ username, password, ...application }: RegisteredApplication & { username: string; password: string }): Auth {
  return granted(application, { grant_type: 'password', username, password });
}

/** A user who signed in before; when their session has ended, `SignInRequiredError` says so. */
export function refreshToken({ refreshToken, ...application }: RegisteredApplication & { refreshToken: string }): Auth {
  return granted(application, undefined, refreshToken);
}

/**
 * A token managed elsewhere, the only kind for browsers, where it must not have the scope `base`. A function is called for each call, with
 * the token that the service refused, if any.
 */
export function givenToken(tokenOrFunction: string | ((refusedToken: string | undefined) => string | Promise<string>)): Auth {
  return ({ runtime }) => ({
    token: async (refusedToken) => {
      const token = typeof tokenOrFunction === 'string' ? tokenOrFunction : await tokenOrFunction(refusedToken);
      if (runtime.isBrowser && scopesOf(token).includes('base')) throw new UsageError('auth: the scope base never belongs into a browser');
      return token;
    },
  });
}

/** The scopes of a token that can be looked into. */
function scopesOf(token: string): string[] {
  try {
    const text = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    return String((JSON.parse(text) as { scope?: unknown }).scope).split(' ');
  } catch {
    return [];
  }
}

function granted(
  { clientId, clientSecret, scope, onToken }: RegisteredApplication,
  signIn?: Record<string, string>,
  firstRefresh?: string,
): Auth {
  return ({ runtime, issue }) => {
    if (runtime.isBrowser) throw new UsageError('auth: a client secret never belongs into a browser; use givenToken');
    return new Session({
      now: runtime.now,
      basic: `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`,
      signIn: signIn && { ...signIn, ...(scope === undefined ? {} : { scope }) },
      refresh: firstRefresh,
      issue,
      onToken,
    });
  };
}

/** RFC 6749, section 2.3.1. */
const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);
