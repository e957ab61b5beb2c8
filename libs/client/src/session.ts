/** The tokens of one principal: when they are renewed, and what a lost answer leaves open. */
import type { Introspection, Token } from '../generated/models.ts';
import { ApiError, AuthenticationError, ConnectionError, PartnerOrderingError, SignInRequiredError } from './errors.ts';
import type { Runtime } from './runtime.ts';
import type { TokenSource } from './send.ts';

/** What a session asks of the service. */
export interface TokenEndpoints {
  /** Asks for a token, again where the answer was lost if `isRepeatable`. */
  issue: (basic: string, form: Record<string, string>, isRepeatable: boolean) => Promise<Token>;
  /** Asks whether a token is good; that uses nothing up. */
  introspect: (basic: string, token: string) => Promise<Introspection>;
}

/** How a session begins and goes on. */
export interface SessionOptions extends TokenEndpoints {
  /** `Authorization` of the application. */
  basic: string;
  /** The form that begins a session, where the client may do that. */
  signIn: Record<string, string> | undefined;
  refresh: string | undefined;
  /** Is waited for before a token is used. */
  onToken: ((token: Token) => void | Promise<void>) | undefined;
}

/** A token is renewed so long before it expires, or half its time before where that is less. */
const EARLY_MS = 60_000;

/**
 * After these the service is asked whether it took a refresh token. Its answer waits for a refresh that runs. Behind 504, and what proxies
 * have for it (520 to 524), one may still be on its way, of which the service cannot know.
 */
const doubted = new Set([500, 502, 503]);

/** A token, and when it is renewed and expires in milliseconds since 1970. */
interface Kept {
  token: Token;
  renewAt: number;
  expiresAt: number;
}

/** The tokens of one principal: however many calls wait, one renewal runs. */
export class Session implements TokenSource {
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
      // It is renewed before it has to be, so that an outage of a minute holds up nobody. Only a token that could not be stored is waited
      // for.
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
   * Uses a refresh token, once, unless it was certainly not used, or the service that failed says that it was not: using it again would end
   * the session of whoever has the answer. Undefined where it is of no use any more and the client can sign in by itself.
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

  /**
   * Whoever stores tokens has to have this one before it is used: the stored refresh token is used up, and using it again would end the
   * session.
   */
  async #tell(untold: Kept): Promise<string> {
    await this.#options.onToken?.(untold.token);
    this.#untold = undefined;
    this.#access = untold;
    return untold.token.access_token;
  }
}
