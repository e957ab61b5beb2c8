/** One call over HTTP: token, attempts, time limits. */
import { refusalOf, resultOf, type AnswerKind } from './answers.ts';
import { ApiError, ConnectionError, errorOf, PartnerOrderingError, UsageError } from './errors.ts';
import { waitBefore, type Repeatable, type RetryPolicy } from './retry.ts';
import { unless, type Runtime } from './runtime.ts';
import type { Answered, CallOptions } from './types.ts';

/** Where tokens come from. */
export interface TokenSource {
  /** A token that is valid by its time; another than `refused`, which the service did not take. Undefined where there is no other. */
  token(refused: string | undefined): Promise<string | undefined>;
  /** `Authorization` of the application itself, for the endpoints of OAuth 2.0. */
  basic?: string;
}

export interface Call {
  operation: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
  answer: AnswerKind;
  repeatable: Repeatable;
  /** None for what is public. */
  tokens?: TokenSource | undefined;
}

export interface Sender {
  runtime: Runtime;
  policy: RetryPolicy;
  timeoutMs: number;
}

/** Sends a call until it has an answer that counts; answers the result, or throws what failed last. */
export async function send(sender: Sender, call: Call, options: CallOptions): Promise<unknown> {
  const { runtime, policy } = sender;
  const { signal } = options;
  let token: string | undefined = await tokenFor(call, undefined, signal);
  let isRenewed = false;
  let isOpen = false;
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    const outcome = await attemptOf(sender, call, token, options);
    if (!('failure' in outcome)) {
      options.onAnswer?.(outcome.answered);
      return outcome.result;
    }
    const { failure } = outcome;
    if (failure instanceof ApiError && failure.status === 401 && token !== undefined && !isRenewed) {
      isRenewed = true;
      const next = await tokenFor(call, token, signal);
      if (next !== undefined && next !== token) {
        token = next;
        continue;
      }
    }
    // What an attempt before has deleted is not there any more.
    if (isOpen && call.method === 'DELETE' && failure instanceof ApiError && failure.status === 404) return undefined;
    if (failure instanceof ApiError || failure instanceof ConnectionError) {
      // What 409 says of a key: another request with it still runs, whoever sent that.
      const isRunning = failure instanceof ApiError && failure.status === 409 && call.repeatable.isKeyed;
      isOpen ||= isRunning || (failure.mayHaveTakenEffect && call.repeatable.isWriting);
      Object.assign(failure, { attempts: attempt, mayHaveTakenEffect: isOpen, idempotencyKey: call.headers['idempotency-key'] });
    }
    const waitMs = waitBefore(failure, attempt, call.repeatable, policy, runtime.random);
    if (waitMs === undefined) throw failure;
    await runtime.sleep(waitMs, signal);
  }
}

async function tokenFor(
  { operation, tokens }: Call,
  refused: string | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const token = tokens === undefined ? undefined : await unless(signal, tokens.token(refused));
  if (token !== undefined) checkHeaders(operation, { authorization: `Bearer ${token}` });
  return token;
}

/** Throws `UsageError` for a header that the platform would not send, which says nothing of its value: it may be a secret. */
export function checkHeaders(operation: string, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers([[name, value]]);
    } catch {
      throw new UsageError(`${operation}: the header ${name} has a character that cannot be sent`);
    }
  }
}

type Outcome = { result: unknown; answered: Answered } | { failure: PartnerOrderingError };

/** Sends once. What the caller's signal ended is thrown; every other failure is an outcome. */
async function attemptOf({ runtime, timeoutMs }: Sender, call: Call, token: string | undefined, options: CallOptions): Promise<Outcome> {
  const { operation, method, url, headers, body, answer } = call;
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), options.timeoutMs ?? timeoutMs);
  const signal = options.signal === undefined ? limit.signal : AbortSignal.any([options.signal, limit.signal]);
  try {
    const response = await runtime.fetch(url, {
      method,
      headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
      ...(body === undefined ? {} : { body }),
      signal,
    });
    if (!response.ok) return { failure: errorOf(refusalOf(operation, response, await response.text(), runtime.now())) };
    return { result: await resultOf(operation, answer, response), answered: { status: response.status, headers: response.headers } };
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof PartnerOrderingError) return { failure: error };
    return { failure: new ConnectionError(operation, error, limit.signal.aborted ? 'timeout' : wasUnsent(error) ? 'unsent' : 'lost') };
  } finally {
    clearTimeout(timer);
  }
}

const unsent = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'UND_ERR_CONNECT_TIMEOUT']);

/** Nobody was there to be connected to. Node says so by a code in `cause`, browsers do not. */
const wasUnsent = (error: unknown): boolean => unsent.has((error as { cause?: { code?: string } }).cause?.code ?? '');
