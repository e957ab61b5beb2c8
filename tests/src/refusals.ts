import { actionOf } from '@partner-ordering/http';
import type { ApiResponse } from '@partner-ordering/testing';
import type { Operation } from './document.ts';

/** The parts of a refusal that partners' programs read. */
interface Refusal {
  status: number;
  body: unknown;
  /** By name; null for one that is missing. */
  headers: Record<string, string | null>;
}

/** One field or parameter that is wrong. */
interface Detail {
  path: string;
  code: string;
  message: string;
  params?: object;
}

const jsonOnly = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
const none: Record<string, null> = { 'www-authenticate': null, etag: null };

/** The refusal in an answer, to compare with one of those below. */
export const refusalIn = ({ status, headers, body }: ApiResponse): Refusal => ({
  status,
  body,
  headers: Object.fromEntries(Object.keys({ ...jsonOnly, ...none }).map((name) => [name, headers.get(name)])),
});

const refusal = (status: number, body: object, headers: Record<string, string> = {}): Refusal => ({
  status,
  body,
  headers: { ...jsonOnly, ...none, ...headers },
});

const reasons: Readonly<Record<number, string>> = { 400: 'invalid', 403: 'forbidden', 404: 'not_found', 412: 'changed' };

/** The error body of every service: the one place in tests that says which fields it has. */
const errorOf = (code: number, message: string, additions: { details?: readonly Detail[]; params?: object } = {}, headers = {}): Refusal =>
  refusal(code, { error: { code, reason: reasons[code], message, ...additions } }, headers);

/** 400 for one field or parameter. */
export const invalid = (detail: Detail): Refusal => errorOf(400, 'Data missing or invalid', { details: [detail] });

/** The message of a 403, in the words of the contract. */
export function forbiddenText({ method, path }: Pick<Operation, 'method' | 'path'>): string {
  const { verb, noun } = actionOf({ method: method.toLowerCase() as 'get', path });
  const action = path.endsWith('/total_count') ? 'count items in collection of total_count' : `${verb} ${noun}`;
  return `Your are not authorized to ${action}`;
}

/** 403. @param needs the right that is missing, if one is */
export const forbidden = (operation: Pick<Operation, 'method' | 'path'>, needs?: string): Refusal =>
  errorOf(403, forbiddenText(operation), needs === undefined ? {} : { params: { needs } });

/** 404. @param noun as in `project` */
export const missing = (noun: string): Refusal => errorOf(404, `Could not find this ${noun}`);

/** 412. @param etag of the resource as it is */
export const changedSince = (etag: string): Refusal => errorOf(412, 'The resource has changed since it was read', undefined, { etag });

/** 401 for a request without a token, or with one that is not valid. */
export const unauthorized = {
  withoutToken: (description = 'An access token is required'): Refusal =>
    refusal(401, { error: 'access_denied', error_description: description }, { 'www-authenticate': 'Bearer' }),
  withBadToken: (): Refusal =>
    refusal(
      401,
      { error: 'invalid_grant', error_description: 'The access token is not valid' },
      { 'www-authenticate': 'Bearer error="invalid_token"' },
    ),
};

/** 400 of the token endpoint and its neighbors, in the words of OAuth. */
export const invalidRequest = (description: string): Refusal => refusal(400, { error: 'invalid_request', error_description: description });
