import { retry, unavailable } from '@partner-ordering/kernel';
import { activeSpan, inSpan, spanOf } from '@partner-ordering/tracing';
import { TIME_LEFT_HEADER, type Cause } from './cause.ts';
import { NoAnswerError, type Answer } from './answer.ts';
import { instancesOf, type Instances } from './instances.ts';
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
    const { operation } = call;
    const repeatUntilMs = Math.min(performance.now() + REPEAT_WITHIN_MS, cause.deadlineMs - pauses.firstMs);
    const isTimeToRepeat = (): boolean => performance.now() < repeatUntilMs;
    let failure: unknown;
    const attempt = async (): Promise<unknown> => {
      const limitMs = Math.min(leftMs(cause), operation.attemptMs ?? ATTEMPT_LIMIT_MS);
      if (limitMs === 0) throw new CallError(call, 'there was no time left to ask', failure);
      return resultOf(call, await send(call, cause, limitMs));
    };
    try {
      return await retry(attempt, {
        isPassing: (error) => ((failure = error), operation.isIdempotent && isTimeToRepeat() && isPassing(error)),
        maxAttempts: MAX_ATTEMPTS,
        pauses,
      });
    } catch (error) {
      throw unavailable(error instanceof CallError ? error : new CallError(call, (error as Error).message, error));
    }
  }

  async function send(call: Call, cause: Cause, limitMs: number): Promise<Answer> {
    const { service, operation, input } = call;
    const instances = (instancesByService[service] ??= instancesOf(urls[service] ?? []));
    const token = operation.isPublic ? undefined : await tokens.issue(service);
    const isPost = operation.method === 'POST';
    return instances(addressOf(call), {
      method: operation.method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headersOf(cause, limitMs),
        ...(isPost && { 'content-type': 'application/json' }),
      },
      ...(isPost && { body: JSON.stringify(input) }),
      limitMs,
      isRepeatable: operation.isIdempotent,
      mayBeAbsent: operation.mayBeAbsent ?? false,
    });
  }
}

const leftMs = ({ deadlineMs }: Cause): number => Math.max(0, Math.ceil(deadlineMs - performance.now()));

/** What a documented answer says. Throws a `CallError` for any other. */
function resultOf(call: Call, { status, text }: Answer): unknown {
  if (status === 204) return undefined;
  if (status >= 200 && status < 300) return JSON.parse(text);
  if (status === 404 && call.operation.mayBeAbsent) return undefined;
  throw new CallError(call, `answered ${status}: ${text.slice(0, 500)}`, { status });
}

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
