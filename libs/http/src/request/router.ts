import { Router, type Request, type RequestHandler, type Response } from 'express';
import { REQUEST_LIMIT_MS } from '@partner-ordering/service-client';
import { answersJson, bodyKind, operationOf, type ApiDocument } from '../runtime/document.ts';
import { protocolErrors } from '../response/error-answers.ts';
import { ProtocolRefusal } from '../response/errors.ts';
import { acceptedType } from './accepted-type.ts';
import { jsonBody } from './body.ts';
import { formBody, formFault } from './form-body.ts';
import { validator } from './validation.ts';

const FORM_TYPE = 'application/x-www-form-urlencoded';

/** One route of a document. */
export interface Entry {
  route: { method: 'get' | 'post' | 'put' | 'delete'; path: string; operationId: string };
  /** Refuses whoever may not send this request. */
  authenticate: RequestHandler;
  handle: (request: Request, response: Response) => Promise<void>;
}

/** Binds the routes of a document: authenticates, reads and validates each request. The generator puts fixed paths first. */
export function routerOf(
  { document, validateResponses }: { document: ApiDocument; validateResponses: boolean },
  entries: readonly Entry[],
): Router {
  const router = Router({ caseSensitive: true });
  for (const { route, authenticate, handle } of entries) {
    const chain: RequestHandler[] = [
      ...(operationOf(document, route)['x-transaction'] === 'always' ? [notForHead] : []),
      (request, _response, next) => {
        request.template = route.path;
        next();
      },
      authenticate,
      ...(answersJson(document, operationOf(document, route)) ? [acceptsJson] : []),
      ...bodyReaders(document, route),
      setDeadline,
      validator(document, route, validateResponses),
      (request, response, next) => void handle(request, response).catch(next),
    ];
    router[route.method](expressPath(route.path), ...chain);
  }
  return router;
}

/** A client's time runs from the end of its body, which may take a minute to arrive; a service's time since it asked. */
const setDeadline: RequestHandler = (request, _response, next) => {
  if (request.caller === undefined) request.deadlineMs = performance.now() + REQUEST_LIMIT_MS;
  next();
};

/** A GET that writes has no HEAD. */
const notForHead: RequestHandler = ({ isHead }, _response, next) => (isHead ? next('route') : next());

/** 406 for clients that take no JSON (RFC 9110, section 12.5.1). */
const acceptsJson: RequestHandler = (request, _response, next) =>
  next(acceptedType(request.headers, ['application/json']) ? undefined : new ProtocolRefusal(protocolErrors.onlyJson));

function bodyReaders(document: ApiDocument, route: Entry['route']): RequestHandler[] {
  const operation = operationOf(document, route);
  const { kind, required } = bodyKind(document, operation);
  if (kind === 'json') return [jsonBody({ required, keepsText: operation['x-body-text'] === true, maxBytes: operation['x-body-limit'] })];
  return kind === 'form' ? [formBody(formFault(document, route, FORM_TYPE))] : [];
}

const expressPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');
