import express, { type Express } from 'express';
import { errorHandler } from '../response/errors.ts';
import { fallback } from './fallback.ts';
import { intake } from '../request/intake.ts';
import { measure } from '../request/measure.ts';
import { authenticateService, internalRoutes } from '../internal/internal-routes.ts';
import type { ApiDocument } from '../runtime/document.ts';
import { routeBuilder } from './routes.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { trace } from '../request/trace.ts';
import type { ServiceDefinition } from './service-definition.ts';

/** All that one service answers: its health, what other services ask, and the routes of its document. */
export function appOf<Operations, Resources>(
  definition: Pick<ServiceDefinition<Operations, Resources>, 'createRouter' | 'operations' | 'resources' | 'internal'>,
  runtime: Runtime,
  isRunning: () => boolean,
): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  app.get('/livez', (_request, response) => void response.type('text').send('ok'));
  app.get(
    '/readyz',
    (_request, response) =>
      void readiness(runtime, isRunning).then(({ status, reason }) => response.status(status).type('text').send(reason)),
  );
  app.use(measure(runtime.metrics));
  app.use(trace(runtime.tracing));
  app.use(intake(runtime.log));
  app.use('/internal', authenticateService(runtime));
  const internalDocument = (definition.internal?.document ?? { paths: {} }) as ApiDocument;
  if (definition.internal) app.use(definition.internal.createRouter(internalRoutes(runtime, internalDocument)));
  app.use(definition.createRouter(definition.operations, definition.resources, routeBuilder(runtime)));
  app.use(fallback({ ...runtime.document.paths, ...internalDocument.paths }));
  app.use(errorHandler(runtime.log, runtime.constraints));
  return app;
}

/** Ready: running, the database answers, and the revoked sessions are known. */
async function readiness({ database, revocations }: Runtime, isRunning: () => boolean): Promise<{ status: number; reason: string }> {
  if (!isRunning()) return { status: 503, reason: 'not running' };
  if (revocations.stalenessMs() > 60_000) return { status: 503, reason: 'revocations are not known' };
  return database.ping().then(
    () => ({ status: 200, reason: 'ready' }),
    () => ({ status: 503, reason: 'the database does not answer' }),
  );
}
