/** The tokens of one principal, and when they are renewed. */
import type { Token } from '../generated/models.ts';
import { AuthenticationError, PartnerOrderingError, SignInRequiredError } from './errors.ts';
import type { TokenSource } from './send.ts';

/** The parts that begin and continue a session. */
export interface SessionOptions {
  now: () => Date;
  /** `Authorization` of the application. */
  basic: string;
  /** Asks the service for a token, again where the answer was lost if `isRepeatable`. */
  issue: (basic: string, form: Record<string, string>, isRepeatable: boolean) => Promise<Token>;
  /** The form that begins a session, where the client may do that. */
  signIn: Record<string, string> | undefined;
  refresh: string | undefined;
  /** Is waited for before a token is used. */
  onToken: ((token: Token) => void | Promise<void>) | undefined;
}

/** A token is renewed so long before it expires, or half its time before where that is less. */
const EARLY_MS = 60_000;

/** Refusals that come again; a proxy, or a scope that is lacking for now, ends nothing. */
const ending: ReadonlySet<string | null> = new Set(['invalid_client', 'invalid_grant']);

/** The tokens of one principal: however many calls wait, one renewal runs. */
export class Session implements TokenSource {
  readonly basic: string;
  readonly #options: SessionOptions;
  #refresh: string | undefined;
  /** A token, and when it is renewed and expires in milliseconds since 1970. */
  #access: { token: string; renewAt: number; expiresAt: number } | undefined;
  #renewal: Promise<string> | undefined;
  /** Why the session has ended: every later call throws it. */
  #end: SignInRequiredError | AuthenticationError | undefined;

  constructor(options: SessionOptions) {
    this.basic = options.basic;
    this.#options = options;
    this.#refresh = options.refresh;
  }

  async token(refusedToken: string | undefined): Promise<string> {
    const present = this.#access?.token === refusedToken ? undefined : this.#access;
    if (present !== undefined && this.#nowMs() < present.renewAt) return present.token;
    this.#renewal ??= this.#renew().finally(() => (this.#renewal = undefined));
    return this.#renewal.catch((error: unknown) => {
      // It is renewed before it has to be, so that an outage of a minute holds up nobody. What `onToken` throws is thrown.
      if (error instanceof PartnerOrderingError && present !== undefined && this.#nowMs() < present.expiresAt) return present.token;
      throw error;
    });
  }

  #nowMs(): number {
    return this.#options.now().getTime();
  }

  /** A token that could not be stored is not used: the next call asks for another one by its refresh token. */
  async #renew(): Promise<string> {
    if (this.#end !== undefined) throw this.#end;
    const token = await this.#issue();
    const lifeMs = token.expires_in * 1000;
    const expiresAt = this.#nowMs() + lifeMs;
    this.#refresh = token.refresh_token;
    await this.#options.onToken?.(token);
    this.#access = { token: token.access_token, expiresAt, renewAt: expiresAt - Math.min(EARLY_MS, lifeMs / 2) };
    return token.access_token;
  }

  /** Uses the refresh token, which works once, else signs in. Refused credentials are not sent again: that would count as guessing. */
  async #issue(): Promise<Token> {
    const { basic, issue, signIn } = this.#options;
    const form = this.#refresh === undefined ? signIn : { grant_type: 'refresh_token', refresh_token: this.#refresh };
    if (form === undefined) throw new SignInRequiredError('there is no refresh token');
    try {
      return await issue(basic, form, signIn !== undefined);
    } catch (error) {
      if (!(error instanceof AuthenticationError) || !ending.has(error.error)) throw error;
      if (form === signIn || error.error === 'invalid_client') throw (this.#end = error);
      this.#refresh = undefined;
      if (signIn !== undefined) return this.#issue();
      throw (this.#end = new SignInRequiredError('the session has ended', { cause: error }));
    }
  }
}
