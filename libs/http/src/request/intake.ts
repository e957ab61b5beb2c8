import type { TokenClaims } from '@partner-ordering/auth';
import { invalid } from '@partner-ordering/kernel';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { faults } from '../faults.ts';
import { requestIdentity } from './request-identity.ts';
import { loggedPath } from '../response/logged-path.ts';
import { plainLines } from '../runtime/service-log.ts';
import { takeToken, tokenInUrlHeaders, type PresentedToken } from './token.ts';

declare module 'express-serve-static-core' {
  interface Request {
    /** The request was HEAD: only the head of the answer is sent, and `method` is GET. */
    isHead: boolean;
    /** Names the request in logs, answers and support cases. */
    id: string;
    presentedToken: string | undefined;
    /** Whether the token was in the URL. The answer must then not be stored. */
    tokenInQuery: boolean;
    /** When the sender stops waiting, in milliseconds of `performance.now()`; set once the body was read. */
    deadlineMs: number;
    /** Of the verified token; undefined on public operations. */
    claims?: TokenClaims;
  }
}

/** The first step of every request: its id, its token, HEAD as GET, and 400 for NUL characters in the URL. */
export function intake(log: Logger): RequestHandler {
  const lines = plainLines(log);
  return (request, response, next) => {
    const { requestId, traceparent } = requestIdentity(request.headers);
    request.id = requestId;
    request.headers['traceparent'] = traceparent;
    response.setHeader('X-Request-Id', requestId);
    if (log.isLevelEnabled('info')) logWhenDone(lines, request, response);
    // Node sends no body in answer to HEAD, whatever is written, so the handler of GET can serve it.
    request.isHead = request.method === 'HEAD';
    if (request.isHead) request.method = 'GET';
    let presented: PresentedToken | undefined;
    try {
      presented = takeToken(request);
    } catch (error) {
      response.set(tokenInUrlHeaders);
      return next(error);
    }
    request.presentedToken = presented?.token;
    request.tokenInQuery = presented?.inQuery ?? false;
    if (presented?.inQuery) response.set(tokenInUrlHeaders);
    if (/%00/.test(request.url)) return next(invalid(faults.contains_nul_character(nulAt(request.url))));
    next();
  };
}

/** The parameter that holds a NUL; `url` when it stands elsewhere. */
function nulAt(url: string): string {
  const parameters = new URLSearchParams(/\?.*/.exec(url)?.[0]);
  const [name = ''] = [...parameters].find(([, value]) => value.includes('\0')) ?? [];
  return /^[\w.]{1,64}$/.test(name) ? name : 'url';
}

function logWhenDone(log: Logger, request: Parameters<RequestHandler>[0], response: Parameters<RequestHandler>[1]): void {
  const start = performance.now();
  const { method } = request;
  const path = loggedPath(request.path);
  response.once('close', () => {
    const ms = Math.round((performance.now() - start) * 10) / 10;
    // Services poll each other every second.
    const level = path.startsWith('/internal/') ? 'debug' : 'info';
    log[level]({ request_id: request.id, method, path, status: response.statusCode, ms, user: request.claims?.user }, 'request');
  });
}
