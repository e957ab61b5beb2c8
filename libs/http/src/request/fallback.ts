import type { RequestHandler } from 'express';
import type { ApiDocument, ApiOperation } from '../runtime/document.ts';
import { protocolErrors } from '../response/error-answers.ts';
import { ProtocolRefusal } from '../response/errors.ts';

/** For requests that match no route: 405 with `Allow` if the path exists with other methods, else 404. */
export function fallback(documented: ApiDocument['paths']): RequestHandler {
  const paths = Object.entries(documented).map(([path, item]) => ({ pattern: patternOf(path), allow: allowed(item) }));
  return (request, _response, next) => {
    const methods = paths.filter(({ pattern }) => pattern.test(request.path)).flatMap(({ allow }) => allow);
    if (methods.length === 0) return next(new ProtocolRefusal(protocolErrors.notFound));
    next(new ProtocolRefusal(protocolErrors.methodNotAllowed([...new Set(methods)].join(', '))));
  };
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/[.$()+*?|\\[\]]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}/?$`);

const allowed = (item: ApiDocument['paths'][string]): string[] =>
  Object.entries(item)
    .filter(([key]) => key !== 'parameters')
    .flatMap(([method, operation]) => (method === 'get' && !writes(operation) ? ['GET', 'HEAD'] : [method.toUpperCase()]));

/** A GET that writes has no HEAD. */
const writes = ({ 'x-transaction': transaction }: ApiOperation): boolean => transaction === 'always';
