export { checkReads, type ResourceVisibility } from './runtime/resource-visibility.ts';
export type { Router } from 'express';
export {
  acceptedLanguage,
  acceptedType,
  asksForStream,
  entityTag,
  eventTypes,
  announcesBody,
  includesTag,
  isTooLongList,
} from './response/headers.ts';
export { checkJsonSize, formFault, utf8Text, type FormFault } from './request/body.ts';
export type { InternalOperationContext, OperationContext, OperationRequest, DomainContext } from './runtime/context.ts';
export {
  asOAuthError,
  contractAnswer,
  gatewayErrors,
  noStoreHeaders,
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
export { withReadRepair } from './service-calls/service-answers.ts';
export type { InternalRouteBuilder } from './internal/internal-routes.ts';
export {
  countStreamedBytes,
  created,
  JsonPage,
  JsonText,
  noContent,
  ok,
  pageAnswer,
  redirect,
  reply,
  rolledBack,
  withOneTimeSecret,
} from './response/replies.ts';
export type { Accepted, Created, NoContent, Ok, Redirect, Reply } from './response/replies.ts';
export { containsToken, presentedToken, tokenInUrlHeaders } from './request/presented-token.ts';
export { withSlot } from './request/with-slot.ts';
export { badParameters } from './request/validation.ts';
export { faults as httpFaults } from './faults.ts';
export { invalidJsonDetail } from './request/keyword-details.ts';
export { MAX_DETAILS } from './request/faults.ts';
export { actionOf } from './runtime/nouns.ts';
export {
  errorType,
  loggedPath,
  MAX_WAITING_ANSWERS,
  ORGANIZATION_HEADER,
  requestDurations,
  requestIdentity,
  statusSent,
  type MeasuredRequest,
  type RequestIdentity,
} from './observation/observe.ts';
export { withPrefetch } from './operations/operations.ts';
export type { RouteBuilder } from './operations/routes.ts';
export { type AccessLog, hasAccessLine, logOutput, plainLines, serviceLog } from './observation/service-log.ts';
export type { Resource } from '@partner-ordering/data';
export { appOf, readinessOf, type Readiness, type ServiceApi } from './app.ts';
export { forgetOldKeys, httpMigrations } from './operations/idempotency.ts';
export {
  createMetrics,
  readyGauge,
  watchClocks,
  watchConnections,
  watchProcess,
  watchRevocations,
  type Metrics,
} from './observation/metrics.ts';
export type { Runtime } from './runtime/runtime.ts';
export { bindCalls, instanceUrls } from './service-calls/calls.ts';
export { type Owner, owners } from './service-calls/owners.ts';
