// Generated from openapi/internal/billing.yaml by `npm run generate`. Do not edit.

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

/** Paths of resources. Messages, files and the like are resources of their own here (`/v1/projects/<gid>/messages/<gid>`). */
export type HrefList = string[];

export interface Hrefs {
  hrefs: HrefList;
}

export interface Missing {
  missing: HrefList;
}

/** Body of every error but a failed authentication. */
export interface Error {
  error: ErrorDescription;
}

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

export interface Visibility {
  visible: boolean;
}
