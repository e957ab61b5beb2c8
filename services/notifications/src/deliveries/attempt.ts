import type { Detail } from '@partner-ordering/kernel';
import { OutboundRefusal, type GuardedAnswer, type GuardedClient } from '@partner-ordering/outbound';
import { signatureHeaders, type SigningKey } from '../domain/webhooks/signatures.ts';
import { faults } from '../faults.ts';

export interface EventToSend {
  url: string;
  /** The event's id. */
  id: string;
  body: Buffer;
  keys: readonly SigningKey[];
  timeoutMs: number;
  signal?: AbortSignal;
}

/** The result of one attempt. */
export interface AttemptResult {
  durationMs: number;
  /** Null without an answer. */
  status: number | null;
  /** The reason for the webhook's owner; null on success: 2xx and a complete answer. */
  failure: Detail | null;
  /** The beginning of the answer. */
  answer: Answer | null;
  /** The header `Retry-After`, as it came. */
  retryAfter: string | null;
  /** Headers without the signatures. */
  requestHeaders: Record<string, string>;
}

/** The stored part of an answer. */
interface Answer {
  headers: Record<string, string>;
  body: string;
}

const jsonHeaders = { 'content-type': 'application/json' };
const MAX_ANSWER_BYTES = 1024 * 1024;
const KEPT_BODY_BYTES = 1024;
const [KEPT_HEADERS, KEPT_HEADER_LENGTH] = [32, 4096];
/** Headers for the receiver's own clients, which are not stored. */
const hiddenHeaders = new Set(['set-cookie', 'set-cookie2']);

/** Sends an event once. Throws only the reason of `signal`; everything else is a result. */
export async function attempt(client: Pick<GuardedClient, 'call'>, event: EventToSend, at: Date): Promise<AttemptResult> {
  const start = performance.now();
  const { 'webhook-signature': signature, ...requestHeaders } = signatureHeaders(event.id, event.body, event.keys, at);
  const headers = { ...jsonHeaders, ...requestHeaders, 'webhook-signature': signature };
  const outcome = await post(client, event, headers);
  return { durationMs: Math.round(performance.now() - start), ...outcome, requestHeaders: { ...jsonHeaders, ...requestHeaders } };
}

async function post(
  client: Pick<GuardedClient, 'call'>,
  { url, body, timeoutMs, signal }: EventToSend,
  headers: Record<string, string>,
): Promise<Omit<AttemptResult, 'durationMs' | 'requestHeaders'>> {
  const limits = { maxRedirects: 0, maxBytes: MAX_ANSWER_BYTES, timeoutMs, ...(signal && { signal }) };
  let response: GuardedAnswer;
  try {
    response = await client.call(url, { method: 'POST', headers, body, ...limits });
  } catch (error) {
    return { status: null, failure: refusalAt('The address', error), answer: null, retryAfter: null };
  }
  const { status } = response;
  const head: Buffer[] = [];
  let failure = statusFailure(status);
  try {
    let bytes = 0;
    for await (const chunk of response.body) {
      if (bytes < KEPT_BODY_BYTES) head.push(chunk.subarray(0, KEPT_BODY_BYTES - bytes));
      bytes += chunk.length;
    }
  } catch (error) {
    // The receiver has answered, whatever its server calls the encoding.
    if (!(error instanceof OutboundRefusal && error.kind === 'encoding')) failure = refusalAt('The answer', error);
  }
  const answer = { headers: keptHeaders(response.headers), body: withoutNul(Buffer.concat(head).toString('utf8')) };
  return { status, failure, answer, retryAfter: [response.headers['retry-after']].flat()[0] ?? null };
}

/** The client's refusal; rethrows all other errors. */
function refusalAt(subject: string, error: unknown): Detail {
  if (error instanceof OutboundRefusal) return error.at(subject);
  throw error;
}

const statusFailure = (status: number): Detail | null => {
  if (status >= 200 && status < 300) return null;
  const fault = status >= 300 && status < 400 ? faults.redirect_not_followed : faults.wrong_status;
  return fault('', { http_status: status });
};

const keptHeaders = (headers: GuardedAnswer['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name, value]) => value !== undefined && !hiddenHeaders.has(name))
      .slice(0, KEPT_HEADERS)
      .map(([name, value]) => [name, withoutNul([value].flat().join(', ')).slice(0, KEPT_HEADER_LENGTH)]),
  );

/** PostgreSQL stores no NUL. */
const withoutNul = (text: string): string => text.replaceAll('\0', '\uFFFD');
