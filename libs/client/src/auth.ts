/** Who calls: the three grants of OAuth 2.0 where secrets may be, or a token that is given. */
import type { Introspection, Token } from '../generated/models.ts';
import { ApiError, AuthenticationError, ConnectionError, PartnerOrderingError, SignInRequiredError, UsageError } from './errors.ts';
import type { Runtime } from './runtime.ts';
import type { TokenSource } from './send.ts';

/** What `createClient` gives to an `Auth`. */
export interface AuthContext {
  runtime: Runtime;
  /** Asks the token endpoint, again where the answer was lost if `isRepeatable`. */
  issue: (basic: string, form: Record<string, string>, isRepeatable: boolean) => Promise<Token>;
  /** Asks whether a token is good; that uses nothing up. */
  introspect: (basic: string, token: string) => Promise<Introspection>;
}

/** A way to get tokens, made by one of the functions below. */
export type Auth = (context: AuthContext) => TokenSource;

/** An application as it was registered. */
export interface RegisteredApplication {
  clientId: string;
  clientSecret: string;
  /** Separated by blanks (`base`). */
  scope?: string;
  /**
   * Is told each new token, and waited for before it is used: refresh tokens that outlive the process are to be stored. What it throws, the calls
   * that wait throw, and the next one tells it the same token again.
   */
  onToken?: (token: Token) => void | Promise<void>;
}

/** An application that acts for itself. */
export function clientCredentials(application: RegisteredApplication): Auth {
  return granted(application, { grant_type: 'client_credentials' });
}

/** A user who signs in; the session is renewed as long as it lasts, and then begun anew. */
export function password({ username, password, ...application }: RegisteredApplication & { username: string; password: string }): Auth {
  return granted(application, { grant_type: 'password', username, password });
}

/** A user who signed in before; when their session has ended, `SignInRequiredError` says so. */
export function refreshToken({ refreshToken, ...application }: RegisteredApplication & { refreshToken: string }): Auth {
  return granted(application, undefined, refreshToken);
}

/**
 * A token that somebody else cares for, the only one for browsers: there it must not have the scope `base`. A function is asked for each call,
 * with `refused` when the service did not take what it gave last.
 */
export function givenToken(given: string | ((refused: string | undefined) => string | Promise<string>)): Auth {
  return ({ runtime }) => ({
    token: async (refused) => {
      const token = typeof given === 'string' ? given : await given(refused);
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

/** A token is renewed so long before it expires, or half its time before where that is less. */
const EARLY_MS = 60_000;

function granted(
  { clientId, clientSecret, scope, onToken }: RegisteredApplication,
  signIn?: Record<string, string>,
  firstRefresh?: string,
): Auth {
  return ({ runtime, issue, introspect }) => {
    if (runtime.isBrowser) throw new UsageError('auth: a client secret never belongs into a browser; use givenToken');
    return new Session(runtime, {
      basic: `Basic ${btoa(`${formEncoded(clientId)}:${formEncoded(clientSecret)}`)}`,
      signIn: signIn && { ...signIn, ...(scope === undefined ? {} : { scope }) },
      refresh: firstRefresh,
      issue,
      introspect,
      onToken,
    });
  };
}

/** RFC 6749, section 2.3.1. */
const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1);

interface SessionOptions {
  basic: string;
  /** The form that begins a session, where the client may do that. */
  signIn: Record<string, string> | undefined;
  refresh: string | undefined;
  issue: AuthContext['issue'];
  introspect: AuthContext['introspect'];
  onToken: RegisteredApplication['onToken'];
}

/**
 * After these the service is asked whether it took a refresh token. Its answer waits for a refresh that runs. Behind 504, and what proxies have for
 * it (520 to 524), one may still be on its way, of which the service cannot know.
 */
const doubted = new Set([500, 502, 503]);

/** A token, and when it is renewed and expires in milliseconds since 1970. */
interface Kept {
  token: Token;
  renewAt: number;
  expiresAt: number;
}

/** The tokens of one principal: however many calls wait, one renewal runs. */
class Session implements TokenSource {
  readonly basic: string;
  readonly #now: () => Date;
  readonly #options: SessionOptions;
  #refresh: string | undefined;
  /** The service failed while it took the refresh token, which may or may not be used. */
  #isDoubted = false;
  #access: Kept | undefined;
  /** What `onToken` has not taken yet. */
  #untold: Kept | undefined;
  #renewal: Promise<string> | undefined;
  /** What every call is told from now on. */
  #end: SignInRequiredError | AuthenticationError | undefined;

  constructor({ now }: Runtime, options: SessionOptions) {
    this.basic = options.basic;
    this.#now = now;
    this.#options = options;
    this.#refresh = options.refresh;
  }

  async token(refused: string | undefined): Promise<string> {
    const { token, renewAt = 0, expiresAt = 0 } = this.#access ?? {};
    const present = token?.access_token === refused ? undefined : token?.access_token;
    if (present !== undefined && this.#now().getTime() < renewAt) return present;
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    return this.#renewal.catch((error: unknown) => {
      // It is renewed before it has to be, so that an outage of a minute holds up nobody. Only a token that could not be stored is waited for.
      const isTold = this.#untold === undefined;
      if (isTold && present !== undefined && this.#now().getTime() < expiresAt) return present;
      throw error;
    });
  }

  async #renew(): Promise<string> {
    if (this.#untold !== undefined) return this.#tell(this.#untold);
    if (this.#end !== undefined) throw this.#end;
    if (this.#refresh !== undefined) {
      const renewed = await this.#refreshed(this.#refresh);
      if (renewed !== undefined) return this.#keep(renewed);
    }
    const { signIn } = this.#options;
    if (signIn === undefined) throw new SignInRequiredError('there is no refresh token');
    return this.#keep(await this.#issue(signIn, true));
  }

  async #issue(form: Record<string, string>, isRepeatable: boolean): Promise<Token> {
    const asked = this.#options.issue(this.basic, form, isRepeatable);
    const answer: Partial<Token> | null = await this.#unlessRefused(asked, form === this.#options.signIn);
    if (typeof answer?.access_token === 'string' && typeof answer.expires_in === 'number') return answer as Token;
    throw new PartnerOrderingError('issueToken: the answer has no token');
  }

  /** Asking again with credentials that were refused would count as guessing, and keep the person waiting. */
  async #unlessRefused<Answer>(asked: Promise<Answer>, isSignIn: boolean): Promise<Answer> {
    return asked.catch((error: unknown) => {
      const code = error instanceof AuthenticationError ? error.error : '';
      if (code === 'invalid_client' || (code === 'invalid_grant' && isSignIn)) this.#end = error as AuthenticationError;
      throw error;
    });
  }

  /**
   * Uses a refresh token, once, unless it was certainly not used, or the service that failed says that it was not: using it again would end the
   * session of whoever has the answer. Undefined where it is of no use any more and the client can sign in by itself.
   */
  async #refreshed(token: string): Promise<Token | undefined> {
    const { signIn, introspect } = this.#options;
    if (this.#isDoubted && !(await this.#unlessRefused(introspect(this.basic, token), false)).active)
      throw (this.#end = new SignInRequiredError('the answer to a refresh was lost, and a refresh token is good once'));
    this.#isDoubted = false;
    this.#refresh = undefined;
    try {
      return await this.#issue({ grant_type: 'refresh_token', refresh_token: token }, false);
    } catch (error) {
      const isEnded = error instanceof AuthenticationError && error.error === 'invalid_grant';
      const isUnused = (error instanceof ConnectionError || error instanceof ApiError) && !error.mayHaveTakenEffect;
      this.#isDoubted = signIn === undefined && error instanceof ApiError && doubted.has(error.status);
      if (this.#isDoubted || (isUnused && !isEnded)) {
        this.#refresh = token;
        throw error;
      }
      if (signIn !== undefined) return undefined;
      const reason = isEnded ? 'the session has ended' : 'the answer to a refresh was lost, and a refresh token is good once';
      throw (this.#end = new SignInRequiredError(reason, { cause: error }));
    }
  }

  async #keep(token: Token): Promise<string> {
    const lifeMs = token.expires_in * 1000;
    this.#refresh = token.refresh_token;
    const expiresAt = this.#now().getTime() + lifeMs;
    this.#untold = { token, expiresAt, renewAt: expiresAt - Math.min(EARLY_MS, lifeMs / 2) };
    return this.#tell(this.#untold);
  }

  /** Whoever stores tokens has to have this one before it is used: the stored refresh token is used up, and using it again would end the session. */
  async #tell(untold: Kept): Promise<string> {
    await this.#options.onToken?.(untold.token);
    this.#untold = undefined;
    this.#access = untold;
    return untold.token.access_token;
  }
}
