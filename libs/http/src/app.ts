import { IDENTITY_UNKNOWN } from '@partner-ordering/auth';
import { isReadOnly } from '@partner-ordering/data';
import express, { type Express, type RequestHandler, type Router } from 'express';
import { methods, type Document, type Operation } from '@partner-ordering/openapi';
import { protocolErrors } from './response/error-answers.ts';
import { errorHandler, ProtocolRefusal } from './response/errors.ts';
import { admit } from './request/admission.ts';
import { observe } from './observation/observe.ts';
import { authenticateService, internalRoutes, type InternalRouteBuilder } from './internal/internal-routes.ts';
import { routeBuilder, type RouteBuilder } from './operations/routes.ts';
import type { Runtime } from './runtime/runtime.ts';

/** The API of a service: the operations and resources of its document, and its internal document. */
export interface ServiceApi<Operations, Resources> {
  operations: Operations;
  resources: Resources;
  createRouter: (operations: Operations, resources: Resources, routes: RouteBuilder) => Router;
  internal?: { document: object; createRouter: (routes: InternalRouteBuilder) => Router };
}

/** All that one service answers: its health, what other services ask, and the routes of its document. */
export function appOf<Operations, Resources>(
  api: ServiceApi<Operations, Resources>,
  runtime: Runtime,
  readiness: () => Promise<Readiness>,
): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.get('/livez', (_request, response) => void response.type('text').send('ok'));
  app.get(
    '/readyz',
    (_request, response) => void readiness().then(({ status, reason }) => response.status(status).type('text').send(reason)),
  );
  app.use(observe(runtime));
  app.use(admit);
  app.use('/internal', authenticateService(runtime));
  const internalDocument = (api.internal?.document ?? { paths: {} }) as Document;
  if (api.internal) app.use(api.internal.createRouter(internalRoutes(runtime, internalDocument)));
  app.use(api.createRouter(api.operations, api.resources, routeBuilder(runtime)));
  app.use(fallback({ ...runtime.document.paths, ...internalDocument.paths }));
  app.use(errorHandler(runtime.log, runtime.constraints));
  return app;
}

/** What `/readyz` answers. */
export interface Readiness {
  status: number;
  reason: string;
}

/** Of a running service. Ready: the database takes writes, and keys and revoked sessions were read once. Later identity may be away. */
export async function readinessOf({ database, revocations }: Runtime): Promise<Readiness> {
  if (revocations.ageMs() === Infinity) return { status: 503, reason: IDENTITY_UNKNOWN };
  return database.ping().then(
    () => ({ status: 200, reason: 'ready' }),
    (error: unknown) => ({ status: 503, reason: isReadOnly(error) ? 'the database takes no writes' : 'the database does not answer' }),
  );
}

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
