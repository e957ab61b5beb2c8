import type { RequestHandler } from 'express';
import { type Document, methods, type Operation } from '@partner-ordering/openapi';
import { protocolErrors } from '../response/error-answers.ts';
import { ProtocolRefusal } from '../response/errors.ts';

/** For requests that match no route: 405 with `Allow` if the path exists with other methods, else 404. */
export function fallback(documented: Document['paths']): RequestHandler {
  const paths = Object.entries(documented).map(([path, item]) => ({ pattern: patternOf(path), allow: allowed(item) }));
  return (request, _response, next) => {
    const found = paths.filter(({ pattern }) => pattern.test(request.path)).flatMap(({ allow }) => allow);
    if (found.length === 0) return next(new ProtocolRefusal(protocolErrors.notFound));
    next(new ProtocolRefusal(protocolErrors.methodNotAllowed([...new Set(found)].join(', '))));
  };
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/[.$()+*?|\\[\]]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}/?$`);

const allowed = (item: Document['paths'][string]): string[] =>
  methods.flatMap((method) => {
    const operation = item[method];
    if (!operation) return [];
    return method === 'get' && !writes(operation) ? ['GET', 'HEAD'] : [method.toUpperCase()];
  });

/** A GET that writes has no HEAD. */
const writes = ({ 'x-transaction': transaction }: Operation): boolean => transaction === 'always';
