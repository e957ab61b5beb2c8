/** Client of the Partner Ordering Service. */
export type * from '../generated/models.ts';
/** The fields that each collection's query may name (`ListWorksFields`), and the arguments of each operation. */
export type * from '../generated/operations.ts';
export type { Operations as Client } from '../generated/operations.ts';
export { clientCredentials, givenToken, password, refreshToken, type Auth, type AuthContext, type RegisteredApplication } from './auth.ts';
export { createClient, type ClientOptions } from './client.ts';
export {
  ApiError,
  AuthenticationError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  GoneError,
  InvalidRequestError,
  NotFoundError,
  PartnerOrderingError,
  PreconditionFailedError,
  ServerError,
  SignInRequiredError,
  TooLargeError,
  TooManyRequestsError,
  UsageError,
  type Detail,
} from './errors.ts';
export { follow, type FollowOptions } from './follow.ts';
export { all, any, Expression, type Field, type QueryJson, type Relation, type Time } from './query.ts';
export type { Runtime } from './runtime.ts';
export type { CallOptions, CountQuery, Created, ListQuery, Located, Page, Pages, Where } from './types.ts';
export { sendForm, upload, type Uploaded, type UploadOptions } from './upload.ts';
export { verifyWebhook, WebhookVerificationError, type GivenHeaders, type VerifyOptions } from './verify.ts';
