import { retry, unavailable } from '@partner-ordering/kernel';
import { activeSpan, inSpan, spanOf } from '@partner-ordering/tracing';
import { TIME_LEFT_HEADER, type Cause } from './cause.ts';
import { NoAnswerError } from './answer.ts';
import { instancesOf, type InstanceRequest, type Instances } from './instances.ts';
import type { ServiceTokens } from './key-tokens.ts';
import { addressOf, type Call } from './operation.ts';

/** Asks another service. Throws `unavailable`, caused by a `CallError`, without a documented answer in time. */
export type Ask = (call: Call, cause: Cause) => Promise<unknown>;

export interface ClientOptions {
  /** Base URLs of the instances of each service that may be asked. */
  urls: Readonly<Record<string, readonly string[]>>;
  tokens: ServiceTokens;
}

/** Default limit of one attempt, not counting time in which this process stands still. The deadline allows further attempts. */
export const ATTEMPT_LIMIT_MS = 3_000;
/** A call that has taken longer is not repeated: a slow refusal would keep its caller waiting several times over. */
const REPEAT_WITHIN_MS = 1_000;
const MAX_ATTEMPTS = 4;
const pauses = { firstMs: 50, longestMs: 1_000 };

/** Why a call failed; the message names service and operation. Clients never see it. */
export class CallError extends Error {
  constructor({ service, operationId }: Call, why: string, cause?: unknown) {
    super(`${service} ${operationId}: ${why}`, { cause });
  }
}

/** The one HTTP client of all calls between services. */
export function serviceClient({ urls, tokens }: ClientOptions): Ask {
  const instancesByService: Record<string, Instances> = {};
  return (call, cause) => inSpan(activeSpan()?.child(spanOf.call(call)), () => ask(call, cause));

  async function ask(call: Call, cause: Cause): Promise<unknown> {
    const { service, operation } = call;
    const instances = (instancesByService[service] ??= instancesOf(urls[service] ?? []));
    const repeatUntilMs = Math.min(performance.now() + REPEAT_WITHIN_MS, cause.deadlineMs - pauses.firstMs);
    const isTimeToRepeat = (): boolean => performance.now() < repeatUntilMs;
    let lastError: unknown;
    try {
      return await retry(() => attempt(call, cause, { instances, tokens, lastError }), {
        isPassing: (error) => ((lastError = error), operation.isIdempotent && isTimeToRepeat() && isPassing(error)),
        maxAttempts: MAX_ATTEMPTS,
        pauses,
      });
    } catch (error) {
      const failure = lastError ?? error;
      throw unavailable(failure instanceof CallError ? failure : new CallError(call, (failure as Error).message, failure));
    }
  }
}

const leftMs = ({ deadlineMs }: Cause): number => Math.max(0, Math.ceil(deadlineMs - performance.now()));

interface Attempt {
  instances: Instances;
  tokens: ServiceTokens;
  lastError: unknown;
}

async function attempt(call: Call, cause: Cause, { instances, tokens, lastError }: Attempt): Promise<unknown> {
  const { service, operation } = call;
  const limitMs = Math.min(leftMs(cause), operation.attemptMs ?? ATTEMPT_LIMIT_MS);
  if (limitMs === 0) throw new CallError(call, 'there was no time left to ask', lastError);
  const token = operation.isPublic ? undefined : await tokens.issue(service);
  const { status, text } = await instances(addressOf(call), requestOf(call, { token, cause, limitMs }));
  if (status === 204) return undefined;
  if (status >= 200 && status < 300) return JSON.parse(text);
  if (status === 404 && operation.mayBeAbsent) return undefined;
  throw new CallError(call, `answered ${status}: ${text.slice(0, 500)}`, { status });
}

interface Sending {
  token: string | undefined;
  cause: Cause;
  limitMs: number;
}

const requestOf = ({ operation, input }: Call, { token, cause, limitMs }: Sending): InstanceRequest => ({
  method: operation.method,
  headers: {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...headersOf(cause, limitMs),
    ...(operation.method === 'POST' ? { 'content-type': 'application/json' } : {}),
  },
  ...(operation.method === 'POST' ? { body: JSON.stringify(input) } : {}),
  limitMs,
  isRepeatable: operation.isIdempotent,
  mayBeAbsent: operation.mayBeAbsent ?? false,
});

function headersOf({ requestId, ...cause }: Cause, limitMs: number): Record<string, string> {
  const traceparent = activeSpan()?.traceparent ?? cause.traceparent;
  return {
    [TIME_LEFT_HEADER]: String(limitMs),
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
  };
}

const passingStatuses = new Set([502, 503, 504]);

/** Whether the next attempt may succeed: nothing answered, or the service says that it is not available now. */
function isPassing(error: unknown): boolean {
  if (error instanceof CallError) return passingStatuses.has((error.cause as { status?: number } | undefined)?.status ?? 0);
  return error instanceof NoAnswerError;
}
