/** One call over HTTP: token, attempts, time limits. */
import { ApiError, CallError, ConnectionError, errorOf, PartnerOrderingError, UsageError } from './errors.ts';
import { isPassing, waitAfter, type Repeatable } from './retry.ts';
import { untilAborted, type Runtime } from './runtime.ts';
import type { CallOptions, Created } from './types.ts';

/** Where tokens come from. */
export interface TokenSource {
  /** A token that has not expired, other than `refusedToken`, which the service refused. Undefined if there is no other. */
  token(refusedToken: string | undefined): Promise<string | undefined>;
  /** `Authorization` of the application itself, for the endpoints of OAuth 2.0. */
  basic?: string;
}

export interface Call extends Repeatable {
  operation: string;
  method: string;
  url: string;
  headers: Headers;
  body: string | FormData | URLSearchParams | undefined;
  /** The form of the answer; see the table of operations. */
  answer: 'page' | 'json' | 'created' | 'located' | 'file' | 'none';
  /** Undefined for public operations. */
  tokens: TokenSource | undefined;
}

/** The longest delay of a timer; a longer one ends at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

export interface Sender {
  runtime: Runtime;
  attempts: number;
  timeoutMs: number;
}

/** Repeats a call until an answer is final. Returns the result, or throws the last error. */
export async function send(sender: Sender, call: Call, options: CallOptions): Promise<unknown> {
  const { signal } = options;
  let token = await tokenFor(call, undefined, signal);
  let isRenewed = false;
  let isOpen = false;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await attemptOf(sender, call, token, options);
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      const status = failure instanceof ApiError ? failure.status : undefined;
      if (status === 401 && token !== undefined && !isRenewed) {
        isRenewed = true;
        const next = await tokenFor(call, token, signal);
        if (next !== undefined && next !== token) {
          token = next;
          continue;
        }
      }
      // An earlier attempt may have deleted it.
      if (isOpen && call.method === 'DELETE' && status === 404) return undefined;
      // 409 for a key means that a request with it still runs, which may be an earlier attempt or another caller's.
      isOpen ||= (status === 409 && call.isKeyed) || (failure.mayHaveTakenEffect && call.method !== 'GET');
      Object.assign(failure, {
        attempts: attempt,
        mayHaveTakenEffect: isOpen,
        idempotencyKey: call.headers.get('idempotency-key') ?? undefined,
      });
      const waitMs = attempt < sender.attempts && isPassing(failure, call) ? waitAfter(failure, attempt, sender.runtime.random) : undefined;
      if (waitMs === undefined) throw failure;
      await sender.runtime.sleep(waitMs, signal);
    }
  }
}

const tokenFor = async ({ tokens }: Call, refusedToken: string | undefined, signal: AbortSignal | undefined): Promise<string | undefined> =>
  tokens && untilAborted(signal, tokens.token(refusedToken));

/** Sends once. */
async function attemptOf({ runtime, timeoutMs }: Sender, call: Call, token: string | undefined, options: CallOptions): Promise<unknown> {
  const { operation, method, url, headers, body, answer } = call;
  if (token !== undefined) setHeader(headers, 'authorization', `Bearer ${token}`);
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), Math.min(options.timeoutMs ?? timeoutMs, LONGEST_TIMEOUT_MS));
  let response: Response;
  let text = '';
  try {
    response = await runtime.fetch(url, {
      method,
      headers,
      body: body ?? null,
      signal: options.signal === undefined ? limit.signal : AbortSignal.any([options.signal, limit.signal]),
    });
    if (answer !== 'file' || !response.ok) text = await response.text();
  } catch (error) {
    options.signal?.throwIfAborted();
    throw new ConnectionError(operation, error, limit.signal.aborted ? 'timeout' : wasUnsent(error) ? 'unsent' : 'lost');
  } finally {
    clearTimeout(timer);
  }
  if (!response.ok) throw errorOf(operation, response, text);
  const result = answer === 'file' ? response : resultOf(call, response, text);
  options.onAnswer?.(response);
  return result;
}

/** Sets a header. The platform's own error would show the value, which may be a token. */
export function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new UsageError(`the value of ${name} is no header`);
  }
}

const unsentCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** Whether no connection was made. Node says so by a code in `cause`; browsers do not. */
const wasUnsent = (error: unknown): boolean => unsentCodes.has((error as { cause?: { code?: string } }).cause?.code ?? '');

function resultOf({ operation, answer }: Call, { headers }: Response, text: string): unknown {
  if (answer === 'none') return undefined;
  if (answer === 'located' || answer === 'created') {
    const href = headers.get('location');
    if (href === null) throw new PartnerOrderingError(`${operation}: the answer has no Location`);
    const gid = decodeURIComponent(href.slice(href.lastIndexOf('/') + 1));
    return answer === 'located' ? { href } : ({ href, gid } satisfies Created);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new PartnerOrderingError(`${operation}: the answer is no JSON`, { cause });
  }
}
