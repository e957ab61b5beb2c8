import type { Detail } from './faults/declare-faults.ts';
import type { StateKey } from './identifiers.ts';
import type { Principal } from './principal.ts';

/** Why the domain refuses; only libs/http knows the HTTP statuses. */
export type DomainRefusalKind = 'invalid' | 'forbidden' | 'notFound' | 'conflict' | 'gone' | 'preconditionFailed' | 'unavailable';

/** An error that the caller may read. Of any other, a defect, callers learn nothing but the request id. */
export abstract class Refusal extends Error {
  /**
   * States of other services that it rests on. Their replicas may lag, so libs/http asks the owners once and runs the operation again
   * before the caller is refused.
   */
  restsOn: readonly StateKey[] = [];

  restingOn(states: readonly StateKey[]): this {
    this.restsOn = states;
    return this;
  }
}

/** The least right that would do: of the resource's owner, a manager of its organization, or an admin. */
export type Right = 'owner' | 'manager' | 'admin';

/** A rule, a right or a missing thing refuses. */
export class DomainRefusal extends Refusal {
  readonly kind: DomainRefusalKind;
  readonly details: Detail[] | undefined;
  /** Only a refusal for want of a right has one. */
  readonly needs: Right | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    kind: DomainRefusalKind,
    publicMessage: string,
    options: { details?: Detail[]; needs?: Right | undefined; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(publicMessage, { cause: options.cause });
    this.kind = kind;
    this.details = options.details;
    this.needs = options.needs;
    this.headers = options.headers ?? {};
  }
}

/** 400, with the contract's message and a detail for each bad field. */
export const invalid = (...details: Detail[]): DomainRefusal => new DomainRefusal('invalid', 'Data missing or invalid', { details });

/** 404: unknown, or hidden from this caller; the answer is the same. `noun` as in the contract: `project`, `payment source`. */
export const notFound = (noun: string): DomainRefusal => new DomainRefusal('notFound', `Could not find this ${noun}`);

/** A refused action, in the words of the contract's 403 message. */
export type Verb = 'see this' | 'create' | 'update' | 'delete';

/** 403: the caller may see it but not do this. The misspelling is the contract's. */
export const forbidden = (verb: Verb, noun: string, needs?: Right): DomainRefusal =>
  new DomainRefusal('forbidden', `Your are not authorized to ${verb} ${noun}`, { needs });

/** 403 for all but admins. */
export function mustBeAdmin({ isAdmin }: Principal, verb: Verb, noun: string): void {
  if (!isAdmin) throw forbidden(verb, noun, 'admin');
}

/** 403 of every `total_count` collection. */
export const forbiddenCount = (): DomainRefusal =>
  new DomainRefusal('forbidden', 'Your are not authorized to count items in collection of total_count');

/** 409: the same request is still running. */
export const conflict = (publicMessage: string): DomainRefusal => new DomainRefusal('conflict', publicMessage);

/** 410: it was there, and is no longer kept. */
export const gone = (publicMessage: string): DomainRefusal => new DomainRefusal('gone', publicMessage);

/** 412: the resource is no longer the one that `If-Match` names; undefined if there is none. */
export const preconditionFailed = (currentTag: string | undefined): DomainRefusal =>
  new DomainRefusal('preconditionFailed', 'The resource has changed since it was read', {
    headers: currentTag ? { ETag: currentTag } : {},
  });

/** 503: something this service needs does not answer; the request was not carried out. `detail` says what in the request is why. */
export const unavailable = (cause?: unknown, detail?: Detail): DomainRefusal =>
  new DomainRefusal('unavailable', 'The service is not available at the moment', {
    headers: { 'Retry-After': '1' },
    cause,
    ...(detail && { details: [detail] }),
  });

/** 503 without `Retry-After`: what carried the request out broke off at its end, so that it may have been done. */
export const outcomeUnknown = (cause: unknown): DomainRefusal =>
  new DomainRefusal('unavailable', 'The service broke off; the request may have been carried out', { cause });

/** 401, with the body `{error, error_description}` and the header `WWW-Authenticate: <challenge>` (RFC 6750, section 3). */
export class Unauthenticated extends Refusal {
  readonly error: 'invalid_grant' | 'access_denied';
  readonly description: string;
  /** Value of the `WWW-Authenticate` header. */
  readonly challenge: string;

  constructor(error: 'invalid_grant' | 'access_denied', description: string, challenge: string) {
    super(description);
    this.name = 'Unauthenticated';
    this.error = error;
    this.description = description;
    this.challenge = challenge;
  }
}

/** The token is malformed, expired, revoked, of another issuer, or of a user who may not sign in. */
export function invalidToken(description: string): Unauthenticated {
  return new Unauthenticated('invalid_grant', description, 'Bearer error="invalid_token"');
}

/** There is no token; RFC 6750 then asks for a challenge without an error code. */
export function missingToken(description = 'An access token is required'): Unauthenticated {
  return new Unauthenticated('access_denied', description, 'Bearer');
}
