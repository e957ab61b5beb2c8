import { invalid } from '@partner-ordering/kernel';
import type { RequestHandler } from 'express';
import { faults } from '../faults.ts';
import { extractToken, tokenInUrlHeaders } from './presented-token.ts';

declare module 'express-serve-static-core' {
  interface Request {
    /** The request was HEAD: only the head of the answer is sent, and `method` is GET. */
    isHead: boolean;
    presentedToken: string | undefined;
    /** Whether the token was in the URL. The answer must then not be stored. */
    tokenInQuery: boolean;
  }
}

/** Takes HEAD as GET, and the token out of the request. 400 for two tokens, and for NUL characters in the URL. */
export const admit: RequestHandler = (request, response, next) => {
  // Node sends no body in answer to HEAD, whatever is written, so the handler of GET can serve it.
  request.isHead = request.method === 'HEAD';
  if (request.isHead) request.method = 'GET';
  const presented = extractToken(request);
  if (presented === 'several' || presented?.inQuery) response.set(tokenInUrlHeaders);
  if (presented === 'several') throw invalid(faults.duplicate_parameter('access_token'));
  request.presentedToken = presented?.token;
  request.tokenInQuery = presented?.inQuery ?? false;
  if (request.url.includes('%00')) throw invalid(faults.contains_nul_character(nulAt(request.url)));
  next();
};

/** The parameter that holds a NUL; `url` when it stands elsewhere. */
function nulAt(url: string): string {
  const parameters = new URLSearchParams(/\?.*/.exec(url)?.[0]);
  const [name = ''] = [...parameters].find(([, value]) => value.includes('\0')) ?? [];
  return /^[\w.]{1,64}$/.test(name) ? name : 'url';
}
