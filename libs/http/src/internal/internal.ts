import { json, Router, type Request } from 'express';
import { missingToken, notFound } from '@partner-ordering/kernel';
import { readState } from '@partner-ordering/messaging';
import type { Ask } from '../neighbours/calls.ts';
import { MAX_BODY_BYTES } from '../request/body.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { missing, visibility } from './visible.ts';

/** Answers another service's question. The parameters are those of the URL. */
export type InternalRead = (parameters: URLSearchParams) => Promise<object>;

/** Does something for the service that sent the request. `ask` asks other services. Errors are answered as they are to clients. */
export type InternalWrite = (body: unknown, caller: { service: string; ask: Ask; now: Date }) => Promise<object>;

/** `/internal/*`: what services ask each other. It accepts service tokens only, and the gateway never routes to it. */
export function internalRouter(
  runtime: Runtime,
  reads: Readonly<Record<string, InternalRead>>,
  writes: Readonly<Record<string, InternalWrite>>,
): Router {
  const router = Router();
  router.use((request, response, next) => {
    authenticateService(runtime, request).then(({ service }) => {
      response.locals['service'] = service;
      next();
    }, next);
  });
  router.get('/state/:type/:key', (request, response, next) => {
    const { type, key } = request.params as Record<string, string>;
    readState(runtime.database, type!, key!).then(
      (state) => (state?.state == null ? next(notFound('state')) : void response.json(state)),
      next,
    );
  });
  for (const [path, read] of Object.entries({ ...reads, '/visible': (parameters: URLSearchParams) => visibility(runtime, parameters) })) {
    router.get(path, (request, response, next) => {
      read(new URL(request.url, 'http://internal').searchParams).then((answer) => void response.json(answer), next);
    });
  }
  const posts: typeof writes = { ...writes, '/missing': (body) => missing(runtime, body) };
  for (const [path, work] of Object.entries(posts)) {
    router.post(path, json({ limit: MAX_BODY_BYTES }), (request, response, next) => {
      const caller = { service: String(response.locals['service']), ask: runtime.ask, now: runtime.clock() };
      work(request.body as unknown, caller).then((answer) => void response.json(answer), next);
    });
  }
  return router;
}

async function authenticateService({ tokens, name }: Runtime, request: Request): Promise<{ service: string }> {
  if (request.presentedToken === undefined || request.tokenInQuery) throw missingToken();
  return tokens.verify(request.presentedToken, name);
}
