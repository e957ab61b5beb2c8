import type { Request } from 'express';

/** The access token of a request (RFC 6750, section 2). */
export interface PresentedToken {
  token: string;
  inQuery: boolean;
}

/** Headers of every answer to a URL that holds a token (RFC 6750, section 2.3). */
export const tokenInUrlHeaders = { 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' } as const;

/** Takes the token of a request and removes it from the URL, so nothing can log or echo it. */
export function extractToken(request: Request): ReturnType<typeof presentedToken> {
  const { url, headers } = request;
  const mark = url.indexOf('?');
  const query = mark < 0 ? '' : url.slice(mark + 1);
  if (containsToken(query)) {
    const left = query.replaceAll(tokenPairs, '').replace(/^&/, '');
    request.url = left === '' ? url.slice(0, mark) : `${url.slice(0, mark)}?${left}`;
    request.originalUrl = request.url;
  }
  return presentedToken(headers.authorization, query);
}

/** The token in the `Authorization` header or the query, which has no question mark; `several` for a request to refuse. */
export function presentedToken(authorization: string | undefined, query: string): PresentedToken | 'several' | undefined {
  const [pair, otherPair] = query.matchAll(tokenPairs);
  const headerToken = /^bearer(?: |$)/i.test(authorization ?? '') ? authorization!.slice('bearer'.length).trim() : undefined;
  if (otherPair !== undefined || (pair !== undefined && headerToken !== undefined)) return 'several';
  if (headerToken !== undefined) return { token: headerToken, inQuery: false };
  return pair === undefined ? undefined : { token: new URLSearchParams(pair[0]).get('access_token') ?? '', inQuery: true };
}

/** Whether a query holds a token. */
export const containsToken = (query: string): boolean => query.search(tokenPairs) >= 0;

/** Each character as it is, or percent-encoded. */
const encodedName = [...'access_token'].map((character) => `(?:${character}|%${hexOf(character)})`).join('');
/** Pairs by the name that a server decodes: `access%5Ftoken` is the parameter too. One expression, as addresses may have 20,000 pairs. */
const tokenPairs = new RegExp(`(?:^|&)${encodedName}(?:=[^&]*)?(?=&|$)`, 'g');

function hexOf(character: string): string {
  const digits = character.charCodeAt(0).toString(16);
  return digits.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
