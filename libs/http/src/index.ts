export type { ResourceVisibility } from './runtime/resource-visibility.ts';
export type { Router } from 'express';
export { asksForStream, eventTypes } from './request/accepted-type.ts';
export { hasBody, utf8Text } from './request/body.ts';
export type { InternalOperationContext, InternalTools, OperationContext, OperationRequest, OperationTools } from './runtime/context.ts';
export { drainOf, IDLE_GRACE_MS } from './service/drain.ts';
export { entityTag, namesTag } from './response/etag.ts';
export { readServiceKeys, serviceKeyNames, serviceKeyVariables, type OpenServiceKeys } from './process/service-keys.ts';
export {
  asOAuthError,
  contractAnswer,
  gatewayErrors,
  neverStored,
  oauthAnswer,
  oauthErrors,
  protocolErrors,
  publicError,
  unauthenticatedAnswer,
  type ErrorAnswer,
  type OAuthError,
  type PublicError,
} from './response/error-answers.ts';
export { HttpError } from './response/errors.ts';
export { restingOn } from './service-calls/questions.ts';
export { loggedPath } from './response/logged-path.ts';
export type { InternalRouteBuilder } from './internal/internal-routes.ts';
export { listen, listenOn, MAX_HEADER_BYTES } from './service/listener.ts';
export type { AddJob, WriteTools } from './writes/additions.ts';
export { attachmentsOf, imageIn } from './writes/attachments.ts';
export { stateOfRow, stateSource, type PublishedState, type StateSource } from './writes/publications.ts';
export { part, type WebhookPayload, type PayloadPart, type WebhookPayloads } from './writes/webhook-payload.ts';
export { accepted, created, JsonPage, noContent, ok, redirect, reply, rolledBack, shownOnce } from './response/replies.ts';
export type { Accepted, Created, NoContent, Ok, Redirect, Reply } from './response/replies.ts';
export { requestIdentity, type RequestIdentity } from './request/request-identity.ts';
export { mayHoldToken, presentedToken, tokenInUrlHeaders } from './request/token.ts';
export { createSlots, inSlot, MAX_WAITING_ANSWERS, takeSlots, type Slots } from './request/slots.ts';
export { badParameters } from './request/bad-parameters.ts';
export { brokenJson, faultTexts } from './request/fault-texts.ts';
export { MAX_DETAILS } from './request/faults.ts';
export { formFault, type FormFault } from './request/form-faults.ts';
export { actionOf } from './runtime/nouns.ts';
export type { ApiDocument } from './runtime/document.ts';
export { errorType, requestDurations, statusSent, type MeasuredRequest } from './runtime/request-durations.ts';
export { secretOperations } from './runtime/secrets.ts';
export type { RouteOptions } from './runtime/route.ts';
export { askingAhead } from './operations/operations.ts';
export type { RouteBuilder } from './service/routes.ts';
export { commandOf, type ProcessCommand } from './process/commands.ts';
export { keyRing, readKeyRing, type KeyRing } from './process/key-ring.ts';
export { rowCipher, UnknownEncryptionKey, type Encrypted, type RowCipher } from './process/row-cipher.ts';
export { changeKeys } from './process/key-commands.ts';
export { keysInFolder, keyVariables, makeKeys, newSecret, writeSafely } from './process/key-folder.ts';
export { readPrivateTargets } from './process/private-targets.ts';
export { runService } from './process/run-service.ts';
export { plainLines, serviceLog } from './runtime/service-log.ts';
export type { IntegrityChecks, IntegrityBreach } from './service/integrity-checks.ts';
export { createService } from './service/service.ts';
export type {
  EventBatchHandler,
  EventHandler,
  EventHandlers,
  Extension,
  ExtensionParts,
  JobDefinitions,
  JobParts,
  Service,
  ServiceConfig,
  ServiceDefinition,
} from './service/service-definition.ts';
export type { ServiceModule } from './service/service-module.ts';
export { serveMetrics, type MetricsPages, type MetricsServer } from './process/metrics-server.ts';
export { tracingOf } from './process/open-tracing.ts';
export { startFailure } from './process/start-failure.ts';
export { streamed } from './response/streamed.ts';
export { aborted, stopSignal, unlessAborted } from './process/stop-signal.ts';
export { baseUrl, logLevel, readVariables, textOf, wholeNumber, withSecretFiles } from './process/variables.ts';
export { findJob, queueLength } from '@partner-ordering/jobs';
export type { NewJob } from '@partner-ordering/jobs';
export type { Resource } from '@partner-ordering/data';
