import { invalid } from '@partner-ordering/kernel';
import type { Request } from 'express';
import { faults } from '../faults.ts';

/** The access token of a request (RFC 6750, section 2). */
export interface PresentedToken {
  token: string;
  inQuery: boolean;
}

/** Headers of every answer to a URL that holds a token (RFC 6750, section 2.3). */
export const tokenInUrlHeaders = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } as const;

/** The token in the `Authorization` header or the query, which has no question mark; `several` for a request to refuse. */
export function presentedToken(authorization: string | undefined, query: string): PresentedToken | 'several' | undefined {
  const [inQuery, ...more] = tokensIn(query);
  const [scheme, ...rest] = (authorization ?? '').split(' ');
  const inHeader = scheme?.toLowerCase() === 'bearer' ? rest.join(' ').trim() : undefined;
  if (more.length > 0 || (inQuery !== undefined && inHeader !== undefined)) return 'several';
  if (inHeader !== undefined) return { token: inHeader, inQuery: false };
  return inQuery === undefined ? undefined : { token: inQuery, inQuery: true };
}

/** Takes the token of a request and removes it from the URL, so nothing can log or echo it. Throws 400 for two tokens. */
export function takeToken(request: Request): PresentedToken | undefined {
  const [path = '', query] = splitAtMark(request.url);
  const presented = presentedToken(request.headers.authorization, query);
  if (mayHoldToken(query)) {
    const others = query.split('&').filter((pair) => !isToken(pair));
    request.url = others.length === 0 ? path : `${path}?${others.join('&')}`;
    request.originalUrl = request.url;
  }
  if (presented === 'several') throw invalid(faults.duplicate_parameter('access_token'));
  return presented;
}

/** Whether a query may hold a token: quick, and certain when false. */
export const mayHoldToken = (query: string): boolean => query.includes('access_token') || tokensIn(query).length > 0;

const hasEncodedName = /(?:^|&)[^=&]*%/;

function tokensIn(query: string): string[] {
  if (!query.includes('access_token') && !hasEncodedName.test(query)) return [];
  const pairs = query.split('&').filter(isToken);
  return pairs.map((pair) => new URLSearchParams(pair).get('access_token') ?? '');
}

/** The name as a server decodes it: `access%5Ftoken` is the parameter too. */
const isToken = (pair: string): boolean => new URLSearchParams(pair).keys().next().value === 'access_token';

function splitAtMark(url: string): [string, string] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}
