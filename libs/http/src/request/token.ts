import { invalid } from '@partner-ordering/kernel';
import type { Request } from 'express';

/** The token of a request and where it stood. */
export interface PresentedToken {
  token: string;
  inQuery: boolean;
}

/**
 * Takes the token from the `Authorization` header or the `access_token` query parameter (RFC 6750); the parameter is
 * removed from the URL, so that nothing behind this line can log or echo it. Two tokens are 400.
 */
export function takeToken(request: Request): PresentedToken | undefined {
  const inQuery = takeQueryToken(request);
  const [scheme, ...rest] = (request.headers.authorization ?? '').split(' ');
  const inHeader = scheme?.toLowerCase() === 'bearer' ? rest.join(' ').trim() : undefined;
  if (inQuery.length > 1 || (inQuery.length > 0 && inHeader !== undefined)) {
    throw invalid({ path: 'access_token', message: 'the request carries more than one token' });
  }
  if (inHeader !== undefined) return { token: inHeader, inQuery: false };
  return inQuery[0] === undefined ? undefined : { token: inQuery[0], inQuery: true };
}

function takeQueryToken(request: Request): string[] {
  const mark = request.url.indexOf('?');
  if (mark < 0) return [];
  const pairs = request.url.slice(mark + 1).split('&');
  const isToken = (pair: string) => nameOf(pair) === 'access_token';
  const others = pairs.filter((pair) => !isToken(pair));
  if (others.length === pairs.length) return [];
  request.url = others.length === 0 ? request.url.slice(0, mark) : `${request.url.slice(0, mark)}?${others.join('&')}`;
  request.originalUrl = request.url;
  return pairs.filter(isToken).map((pair) => new URLSearchParams(pair).get('access_token') ?? '');
}

/** The name as a server decodes it: `access%5Ftoken` is the parameter too. */
const nameOf = (pair: string): string => new URLSearchParams(pair).keys().next().value ?? '';
