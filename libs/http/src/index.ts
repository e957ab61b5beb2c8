export { checkReads, type ResourceVisibility } from './runtime/resource-visibility.ts';
export type { Router } from 'express';
export { acceptedLanguage, acceptedType, asksForStream, eventTypes } from './request/accepted-type.ts';
export { checkJsonSize, hasBody, utf8Text } from './request/body.ts';
export type { InternalOperationContext, InternalTools, OperationContext, OperationRequest, OperationTools } from './runtime/context.ts';
export { entityTag, namesTag } from './response/etag.ts';
export {
  asOAuthError,
  contractAnswer,
  gatewayErrors,
  neverStored,
  oauthAnswer,
  oauthErrors,
  protocolErrors,
  errorContent,
  unauthenticatedAnswer,
  type ErrorAnswer,
  type OAuthError,
  type ErrorContent,
} from './response/error-answers.ts';
export { ProtocolRefusal } from './response/errors.ts';
export { restingOn } from './service-calls/questions.ts';
export { loggedPath } from './response/logged-path.ts';
export type { InternalRouteBuilder } from './internal/internal-routes.ts';
export { accepted, created, JsonPage, JsonText, noContent, ok, redirect, reply, rolledBack, shownOnce } from './response/replies.ts';
export type { Accepted, Created, NoContent, Ok, Redirect, Reply } from './response/replies.ts';
export { requestIdentity, type RequestIdentity } from './request/request-identity.ts';
export { mayHoldToken, presentedToken, tokenInUrlHeaders } from './request/token.ts';
export { createSlots, inSlot, MAX_WAITING_ANSWERS, takeSlots, type Slots } from './request/slots.ts';
export { badParameters } from './request/bad-parameters.ts';
export { faults as httpFaults } from './faults.ts';
export { brokenJson } from './request/broken-keyword.ts';
export { MAX_DETAILS } from './request/faults.ts';
export { formFault, type FormFault } from './request/form-body.ts';
export { actionOf } from './runtime/nouns.ts';
export type { ApiDocument } from './runtime/document.ts';
export { errorType, requestDurations, statusSent, type MeasuredRequest } from './runtime/request-durations.ts';
export { secretOperations } from './runtime/secrets.ts';
export type { RouteOptions } from './runtime/route.ts';
export { askingAhead } from './operations/operations.ts';
export type { RouteBuilder } from './operations/routes.ts';
export { logOutput, plainLines, serviceLog } from './runtime/service-log.ts';
export { streamed } from './response/streamed.ts';
export type { Resource } from '@partner-ordering/data';
export { appOf, type Served } from './app.ts';
export { forgetOldKeys, httpMigrations } from './operations/idempotency.ts';
export { createMetrics, type Metrics } from './runtime/metrics.ts';
export type { Runtime } from './runtime/runtime.ts';
export { askingNow, instanceUrls } from './service-calls/calls.ts';
export { type Owner, owners } from './service-calls/owners.ts';
