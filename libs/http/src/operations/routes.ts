import { noteOrganization, onBehalfOf, type Resource, type Work } from '@partner-ordering/data';
import { isGid, networkOf, senderAddress } from '@partner-ordering/kernel';
import { REQUEST_LIMIT_MS } from '@partner-ordering/service-client';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { answersJson, type NamedRoute, operationAt, type Route, routesOf } from '@partner-ordering/openapi';
import { ORGANIZATION_HEADER } from '../observation/observe.ts';
import { bodyReader } from '../request/body.ts';
import { signIn } from '../request/sign-in.ts';
import { validator } from '../request/validation.ts';
import { protocolErrors } from '../response/error-answers.ts';
import { ProtocolRefusal } from '../response/errors.ts';
import { acceptedType, sunsetHeaders } from '../response/headers.ts';
import { sendReply, type Reply } from '../response/replies.ts';
import type { OperationContext } from '../runtime/context.ts';
import { actionOf } from '../runtime/nouns.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { filePathNamer } from './named-files.ts';
import { operationHandler } from './operations.ts';
import { representations, type AnsweredRoute } from './representation.ts';
import { countView, listView, readView } from './views.ts';

/** Builds the generated routers: they name the operation of each route, and the document has the rest. */
export interface RouteBuilder {
  operation<Context extends OperationContext>(operationId: string, operation: (context: Context) => Promise<Reply>): void;
  list(operationId: string, resource: Resource): void;
  count(operationId: string, resource: Resource): void;
  read(operationId: string, resource: Resource): void;
  router(): Router;
}

/** Binds the routes of the public document to a runtime. */
export function routeBuilder(runtime: Runtime): RouteBuilder {
  const boundRoutes: (BoundRoute & AnsweredRoute)[] = [];
  const represent = representations(runtime, boundRoutes);
  const routes = routesOf(runtime.document);
  // Callers without a token share connections to the database with those of their network.
  const partiesOf = (request: Request) =>
    request.claims ? runtime.principals.partiesOf(request.claims) : [networkOf(senderAddress(request.headers))];
  // Known once the caller's rights were read.
  const isOwn = ({ claims }: Request, organization: string | undefined): boolean =>
    claims !== undefined && organization !== undefined && runtime.principals.partiesOf(claims).includes(organization);
  const add = (route: NamedRoute, answer: AnsweredRoute['answer']) => {
    const nameFiles = filePathNamer(runtime, route);
    const organizationNamed = organizationReader(route);
    boundRoutes.push({
      route,
      answer,
      authenticate: route.public ? undefined : (request) => signIn(runtime, route, request),
      handle: (request, response) => {
        const work: Work = { parties: partiesOf(request), operation: route.operationId };
        return onBehalfOf(work, async () => {
          if (nameFiles) await nameFiles(request);
          const named = organizationNamed(request);
          const written = await answer(request)
            .then((reply) => (noteOrganization(named), reply))
            .finally(() => {
              // What a stranger is refused is no traffic of the organization that they name.
              if (isOwn(request, named)) noteOrganization(named);
              tellOrganization(request, response, work);
            });
          const representation = request.headers['prefer'] === undefined ? undefined : await represent(request, written);
          sendReply(request, response, representation ?? written, runtime);
        });
      },
    });
  };

  const view = (operationId: string, resource: Resource, make: typeof readView): void => {
    const route = routes.get(operationId)!;
    add({ ...route, noun: resource.noun }, make(runtime, route, resource));
  };

  return {
    operation: (operationId, operation) => {
      const documented = routes.get(operationId)!;
      const route = { ...documented, noun: actionOf(documented).noun };
      add(route, operationHandler(runtime, route, operation as (context: OperationContext) => Promise<Reply>));
    },
    list: (operationId, resource) => view(operationId, resource, listView),
    count: (operationId, resource) => view(operationId, resource, countView),
    read: (operationId, resource) => view(operationId, resource, readView),
    router: () => routerOf(runtime, boundRoutes),
  };
}

/** The gid of the organization that a request names, in its path or as that of what it creates: anybody's, or nobody's. */
function organizationReader({ path }: NamedRoute): (request: Request) => string | undefined {
  const [, parameter = ''] = /\/(?:organizations|orgs|member_of)\/\{(\w+)\}/.exec(path) ?? [];
  return ({ params, body }) => {
    const gid = params[parameter] ?? (body as { organization?: { gid?: unknown } } | undefined)?.organization?.gid;
    return typeof gid === 'string' && isGid(gid) ? gid : undefined;
  };
}

/** Takes the organization into the access lines, also of a refused request: here, and at the gateway. */
function tellOrganization(request: Request, response: Response, { organization }: Work): void {
  if (organization === undefined) return;
  request.organization = organization;
  if (!response.headersSent) response.setHeader(ORGANIZATION_HEADER, organization);
}

/** A route of a document with its handlers. */
export interface BoundRoute {
  route: Pick<Route, 'path' | 'method' | 'operationId' | 'hasEffect'>;
  /** Throws if the caller may not send this request. */
  authenticate: ((request: Request) => Promise<unknown> | void) | undefined;
  handle: (request: Request, response: Response) => Promise<void>;
}

type RouterOptions = Pick<Runtime, 'document' | 'validateResponses' | 'isHeld'>;

/** Binds the routes of a document. The generator puts fixed paths first. */
export function routerOf(options: RouterOptions, routes: readonly BoundRoute[]): Router {
  const router = Router({ caseSensitive: true });
  for (const bound of routes) router[bound.route.method](bound.route.path.replace(/\{(\w+)\}/g, ':$1'), routeHandler(options, bound));
  return router;
}

/** The steps of a request of one route: authentication, `Accept`, body and validation, then its operation. */
function routeHandler({ document, validateResponses, isHeld }: RouterOptions, { route, authenticate, handle }: BoundRoute): RequestHandler {
  const operation = operationAt(document, route);
  const writesByGet = operation['x-transaction'] === 'always';
  const isJson = answersJson(document, operation);
  const sunset = sunsetHeaders(operation);
  const readBody = bodyReader(document, route);
  const validate = validator(document, route, validateResponses);
  return async (request, response, next) => {
    // A GET that writes has no HEAD.
    if (writesByGet && request.isHead) return next('route');
    request.template = route.path;
    if (sunset) response.setHeaders(sunset);
    if (authenticate) await authenticate(request);
    if (route.hasEffect && isHeld()) throw new ProtocolRefusal(protocolErrors.restoring);
    if (isJson && !acceptedType(request.headers, ['application/json'])) throw new ProtocolRefusal(protocolErrors.onlyJson);
    if (readBody) await readBody(request, response);
    // A client's time runs from the end of its body, which may take a minute to arrive; a service's time since it asked.
    if (request.caller === undefined) request.deadlineMs = performance.now() + REQUEST_LIMIT_MS;
    await validate(request, response, next);
    await handle(request, response);
  };
}
