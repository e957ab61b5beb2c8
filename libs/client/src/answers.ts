/** Answers of the service -> results, or what they refuse. */
import { PartnerOrderingError, type Detail, type Refusal } from './errors.ts';
import type { Created, Located } from './types.ts';

/** How an answer is read; see the table of operations. */
export type AnswerKind = 'page' | 'json' | 'created' | 'located' | 'file' | 'none';

/** The result of a success. Throws `PartnerOrderingError` for a body or headers that are not the API's. */
export async function resultOf(operation: string, kind: AnswerKind, response: Response): Promise<unknown> {
  if (kind === 'file') return response;
  const text = await response.text();
  if (kind === 'none') return undefined;
  if (kind === 'located') return { href: locationIn(operation, response) } satisfies Located;
  if (kind === 'created' && response.status === 201) return createdAt(locationIn(operation, response));
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw new PartnerOrderingError(`${operation}: the answer is no JSON`, { cause });
  }
}

const createdAt = (href: string): Created => ({ href, gid: decodeURIComponent(href.slice(href.lastIndexOf('/') + 1)) });

function locationIn(operation: string, response: Response): string {
  const href = response.headers.get('location');
  if (href === null) throw new PartnerOrderingError(`${operation}: the answer has no Location`);
  return href;
}

/** What an answer that is no success says; whatever stands between may have answered in words of its own. */
export function refusalOf(operation: string, response: Response, text: string, now: Date): Refusal {
  const body = objectIn(text);
  const inner = isObject(body['error']) ? body['error'] : {};
  const code = typeof body['error'] === 'string' ? body['error'] : null;
  const message = inner['message'] ?? body['error_description'];
  return {
    operation,
    status: response.status,
    message: messageOf(code, message) || response.statusText || 'no message',
    details: Array.isArray(inner['details']) ? (inner['details'] as Detail[]) : [],
    requestId: response.headers.get('x-request-id'),
    retryAfterMs: retryAfterMs(response.headers.get('retry-after'), now),
    error: code,
  };
}

/** Errors of OAuth 2.0 have a code besides their words. */
const messageOf = (code: string | null, words: unknown): string =>
  [code, words].filter((part) => typeof part === 'string' && part !== '').join(': ');

/** `Retry-After`, seconds or a date (RFC 9110, section 10.2.3), in milliseconds; null for anything else. */
export function retryAfterMs(value: string | null, now: Date): number | null {
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const time = Date.parse(value);
  return Number.isNaN(time) ? null : Math.max(0, time - now.getTime());
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
