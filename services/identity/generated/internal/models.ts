// Generated from openapi/internal/identity.yaml by `npm run generate`. Do not edit.

/** Body of a failed authentication (RFC 6749, section 5.2). */
export interface AuthenticationError {
  error: string;
  error_description: string;
}

export interface ErrorDescription {
  /** The HTTP status. */
  code: number;
  message: string;
  details?: ErrorDetail[];
  /** To quote when asking for support. */
  request_id?: string;
}

export interface ErrorDetail {
  /** The field, for instance `options.due`. */
  path: string;
  message: string;
}

/** Opaque identifier. */
export type Gid = string;

export interface Memberships {
  /** Their gids, in the order in which the user joined. */
  organizations: Gid[];
}

/** Body of every error but a failed authentication. */
export interface Error {
  error: ErrorDescription;
}

/** One page of ended sessions. */
export interface RevocationPage {
  items: RevokedSessions;
  /** Sequence number for the next question; if it is smaller than the one asked for, start again from 0. */
  last: number;
}

export interface RevokedSession {
  seq: number;
  /** The session. */
  sid: string;
  /** ISO 8601; all access tokens of the session have expired by then, and the entry can be dropped. */
  expires_at: string;
}

export type RevokedSessions = RevokedSession[];

/** The newest public state of an aggregate. */
export interface State {
  type: string;
  key: string;
  /** A newer state has a greater one. */
  version: number;
  state: StateData;
}

/** As the event document of the service describes it; null once the aggregate is deleted. */
export type StateData = Record<string, unknown> | null;
