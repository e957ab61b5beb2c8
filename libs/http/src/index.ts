export type { Router } from 'express';
export { serviceCalls, type Ask } from './calls.ts';
export type { OperationContext, OperationRequest, OperationTools } from './context.ts';
export { drainOf, IDLE_GRACE_MS } from './drain.ts';
export { entityTag, namesTag } from './etag.ts';
export { refuseWeakSecrets, SERVICE_NAMES } from './environment.ts';
export { errorBody, HttpError } from './errors.ts';
export type { InternalRead, InternalWrite } from './internal.ts';
export { listen } from './listener.ts';
export { neverStored, oauthErrorBody } from './oauth-error.ts';
export { touch, type PublishedState, type Touch } from './publications.ts';
export { accepted, created, JsonText, noContent, ok, reply, rolledBack } from './replies.ts';
export type { Accepted, Created, NoContent, Ok, Redirect, Reply } from './replies.ts';
export { requestIdentity, type RequestIdentity } from './request-identity.ts';
export type { RouteBuilder } from './routes.ts';
export type { OwnCommands } from './commands.ts';
export { runService, type CreateService } from './run-service.ts';
export { plainLines, serviceLog } from './service-log.ts';
export { createService } from './service.ts';
export type {
  EventHandler,
  EventHandlers,
  HandlerTools,
  Extension,
  Service,
  ServiceConfig,
  ServiceDefinition,
} from './service-definition.ts';
export { startFailure } from './start-failure.ts';
export { streamed } from './streamed.ts';
export { aborted, stopSignal, unlessAborted } from './stop-signal.ts';
export { baseUrl, logLevel, readVariables, secret, wholeNumber, withSecretFiles } from './variables.ts';
export type { Resource } from '@partner-ordering/data';
