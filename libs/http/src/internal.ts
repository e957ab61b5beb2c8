import { Router, type Request } from 'express';
import { missingToken } from '@partner-ordering/auth';
import { notFound } from '@partner-ordering/data';
import { readState } from '@partner-ordering/messaging';
import type { Runtime } from './runtime.ts';

/** Answers a service's question; the parameters are those of the URL. */
export type InternalRead = (parameters: URLSearchParams) => Promise<object>;

/** `/internal/*`: what services ask each other. Takes service tokens only and is never routed by the gateway. */
export function internalRouter(runtime: Runtime, reads: Readonly<Record<string, InternalRead>>): Router {
  const router = Router();
  router.use((request, _response, next) => void authenticateService(runtime, request).then(() => next(), next));
  router.get('/state/:type/:key', (request, response, next) => {
    const { type, key } = request.params as Record<string, string>;
    readState(runtime.database, type!, key!).then(
      (state) => (state?.state == null ? next(notFound('state')) : void response.json(state)),
      next,
    );
  });
  for (const [path, read] of Object.entries(reads)) {
    router.get(path, (request, response, next) => {
      read(new URL(request.url, 'http://internal').searchParams).then((answer) => void response.json(answer), next);
    });
  }
  return router;
}

async function authenticateService({ tokens, name }: Runtime, request: Request): Promise<void> {
  if (request.presentedToken === undefined || request.tokenInQuery) throw missingToken();
  await tokens.verify(request.presentedToken, name);
}
