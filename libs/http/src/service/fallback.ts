import type { RequestHandler } from 'express';
import type { ApiDocument } from '../runtime/document.ts';
import { protocolErrors } from '../response/error-answers.ts';
import { HttpError } from '../response/errors.ts';

/** For requests that match no route: 405 with `Allow` if the path exists with other methods, else 404. */
export function fallback(documented: ApiDocument['paths']): RequestHandler {
  const paths = Object.entries(documented).map(([path, item]) => ({ pattern: patternOf(path), allow: allowed(Object.keys(item)) }));
  return (request, _response, next) => {
    const methods = paths.filter(({ pattern }) => pattern.test(request.path)).flatMap(({ allow }) => allow);
    if (methods.length === 0) return next(HttpError.of(protocolErrors.notFound));
    next(HttpError.of(protocolErrors.methodNotAllowed([...new Set(methods)].join(', '))));
  };
}

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/[.$()+*?|\\[\]]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}/?$`);

const allowed = (keys: string[]): string[] =>
  keys.filter((key) => key !== 'parameters').flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
