import { readBacklog } from '@partner-ordering/jobs';
import express, { type Express } from 'express';
import { errorHandler } from '../response/errors.ts';
import { fallback } from './fallback.ts';
import { intake } from '../request/intake.ts';
import { internalRouter } from '../internal/internal.ts';
import { routeBuilder } from './routes.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { Extension, ServiceDefinition } from './service-definition.ts';

/** All that one service answers: its health, what other services ask, and the routes of its document. */
export function appOf<Operations, Resources>(
  definition: ServiceDefinition<Operations, Resources>,
  runtime: Runtime,
  extension: Extension,
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
  app.get('/metrics', (_request, response, next) => void measurements(runtime).then((text) => response.type('text').send(text), next));
  app.use(intake(runtime.log));
  app.use('/internal', internalRouter(runtime, extension.internal ?? {}, extension.internalWrites ?? {}));
  app.use(definition.createRouter(definition.operations, definition.resources, routeBuilder(runtime)));
  app.use(fallback(runtime.document));
  app.use(errorHandler(runtime.log, runtime.constraints));
  return app;
}

/** What stands in the queue is read for each answer, so that nothing polls it. */
async function measurements({ database, metrics, clock }: Runtime): Promise<string> {
  metrics.setJobBacklog(await readBacklog(database, clock()).catch(() => undefined));
  return metrics.registry.metrics();
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
