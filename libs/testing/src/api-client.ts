import { setTimeout as delay } from 'node:timers/promises';
import { createClient, givenToken, type Client } from '@partner-ordering/client';

/** An answer as tests look at it: `body` is parsed JSON, or the text where it is none. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  // Tests reach into bodies of any shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Query parameters; `query` may be given as the array it stands for. */
  parameters?: Record<string, unknown>;
}

/** A caller of the public API: `api` as partners' programs call it, the others to send anything and to look at raw answers. */
export class ApiClient {
  readonly #url: string;
  readonly #fetch: typeof fetch;
  #api: Client | undefined;
  readonly token: string | undefined;

  /** @param ownFetch how `api` reaches addresses that nobody resolves */
  constructor(url: string, token?: string, ownFetch: typeof fetch = fetch) {
    this.#url = url;
    this.token = token;
    this.#fetch = ownFetch;
  }

  /** The client of the npm package. It asks once, so that a test sees each refusal. */
  get api(): Client {
    this.#api ??= createClient({
      url: this.#url,
      ...(this.token === undefined ? {} : { auth: givenToken(this.token) }),
      retry: { attempts: 1 },
      runtime: { fetch: this.#fetch },
    });
    return this.#api;
  }

  get(path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.send('GET', path, options);
  }

  post(path: string, body?: unknown, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.send('POST', path, { ...options, body });
  }

  put(path: string, body?: unknown, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.send('PUT', path, { ...options, body });
  }

  delete(path: string, options: RequestOptions = {}): Promise<ApiResponse> {
    return this.send('DELETE', path, options);
  }

  /** Creates and answers the new resource's path, see `retryWhenBusy`; throws with the answer unless it is 201. */
  async create(path: string, body: unknown): Promise<string> {
    const { status, headers, body: answer } = await retryWhenBusy(() => this.post(path, body));
    if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(answer)}`);
    return headers.get('location')!;
  }

  async send(
    method: string,
    path: string,
    { headers = {}, parameters = {}, body }: RequestOptions & { body?: unknown },
  ): Promise<ApiResponse> {
    const url = new URL(path, this.#url);
    for (const [name, value] of Object.entries(parameters))
      url.searchParams.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
    const response = await fetch(url, {
      method,
      headers: {
        ...(this.token === undefined ? {} : { authorization: `Bearer ${this.token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body) }),
      redirect: 'manual',
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parsed(text) };
  }
}

/** Asks again up to three times while the answer is 503, as from a busy machine. */
export async function retryWhenBusy(ask: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (let repeats = 0; ; repeats++) {
    const answer = await ask();
    if (answer.status !== 503 || repeats === 3) return answer;
    await delay(Number(answer.headers.get('retry-after') ?? 1) * 1000);
  }
}

/** The gid at the end of a path. */
export const gidOf = (href: string): string => href.split('/').at(-1)!;

/** Parsed JSON, or the text where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
