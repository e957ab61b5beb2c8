import { CHANNEL } from './channel.ts';

const CLIENT_ID = 'docs';
const SCOPE = 'base upload_files';
const REDIRECT_PATH = '/docs/reference/signed-in.html';
/** A token is renewed before it expires, so that no request is sent with one that does. */
const RENEWED_BEFORE_MS = 60_000;

interface Tokens {
  access: string;
  refresh: string;
  expiresAt: number;
}

/** Answer of the token endpoint (RFC 6749, sections 5.1 and 5.2). */
interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  error_description?: string;
}

/** A person who signs in to try: by a code with PKCE, as a public application. Their tokens are in this object alone. */
export class Session {
  readonly #issuer: string;
  #tokens: Tokens | undefined;
  #renewal: Promise<void> | undefined;
  #proof: Promise<Proof> = newProof();

  constructor(issuer: string) {
    this.#issuer = issuer;
  }

  /** Opens the sign-in page in a window. Resolves once the person is signed in there. */
  async signIn(): Promise<void> {
    const { verifier, challenge, state } = await this.#proof;
    this.#proof = newProof();
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: CLIENT_ID,
      redirect_uri: this.#redirectUri,
      scope: SCOPE,
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const answer = nextAnswer(state);
    if (open(`/oauth2/authorize?${query}`, '_blank', 'popup,width=480,height=720') === null)
      throw new Error('Your browser keeps the sign-in window closed. Allow it for this page.');
    const { error_description, code, iss } = await answer;
    if (code === undefined) throw new Error(error_description ?? 'Nobody signed in.');
    if (iss !== this.#issuer) throw new Error('Another server has answered.');
    await this.#issue({ grant_type: 'authorization_code', code, redirect_uri: this.#redirectUri, code_verifier: verifier });
  }

  /** A token that holds for this request; undefined if nobody is signed in. */
  async token(): Promise<string | undefined> {
    if (this.#tokens && this.#tokens.expiresAt - Date.now() < RENEWED_BEFORE_MS)
      await (this.#renewal ??= this.#issue({ grant_type: 'refresh_token', refresh_token: this.#tokens.refresh }).finally(
        () => (this.#renewal = undefined),
      ));
    return this.#tokens?.access;
  }

  get isSignedIn(): boolean {
    return this.#tokens !== undefined;
  }

  /** Forgets the tokens, and has the service end them. */
  async signOut(): Promise<void> {
    const token = this.#tokens?.refresh;
    this.#tokens = undefined;
    if (token !== undefined) await post('/oauth2/revoke', { token, client_id: CLIENT_ID });
  }

  get #redirectUri(): string {
    return `${this.#issuer}${REDIRECT_PATH}`;
  }

  async #issue(form: Record<string, string>): Promise<void> {
    const response = await post('/oauth2/token', { ...form, client_id: CLIENT_ID });
    const { access_token, refresh_token, expires_in, error_description } = (await response.json()) as TokenAnswer;
    if (response.status === 400) this.#tokens = undefined;
    if (!response.ok) throw new Error(error_description ?? 'The sign-in has ended. Sign in again.');
    this.#tokens = { access: access_token, refresh: refresh_token, expiresAt: Date.now() + expires_in * 1000 };
  }
}

const post = (path: string, form: Record<string, string>): Promise<Response> =>
  fetch(path, { method: 'POST', body: new URLSearchParams(form) });

interface Proof {
  verifier: string;
  challenge: string;
  state: string;
}

/** RFC 7636, section 4. Made ahead: a browser opens a window only at once after a click. */
async function newProof(): Promise<Proof> {
  const [verifier, state] = [randomText(), randomText()];
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return { verifier, state, challenge: base64url(new Uint8Array(hash)) };
}

const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));
const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The answer to the request with this state; those of other tabs are passed over. */
function nextAnswer(state: string): Promise<Partial<Record<string, string>>> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise((resolve) => {
    channel.onmessage = ({ data }: MessageEvent<string>) => {
      const answer = Object.fromEntries(new URLSearchParams(data));
      if (answer['state'] !== state) return;
      channel.close();
      resolve(answer);
    };
  });
}
