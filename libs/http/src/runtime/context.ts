import type { TokenClaims } from '@partner-ordering/auth';
import type { Database, ReadOptions, Resource, Transaction, ParentFilter } from '@partner-ordering/data';
import type { JobData } from '@partner-ordering/jobs';
import type { StateKey, Principal } from '@partner-ordering/kernel';
import type { FileDescription } from '@partner-ordering/service-client';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { WriteContext } from '@partner-ordering/writes';
import type { JsonText } from '../response/replies.ts';
import type { ResourceVisibility } from './resource-visibility.ts';

/** The base of generated request types. */
export interface OperationRequest {
  path: object;
  query: object;
  body: unknown;
}

/**
 * The context of every operation. A service adds its own in `src/context.ts`, with the operations that it may call (`Services`:
 * `CallableServices<'ordering'>`) and its jobs (`Jobs`).
 */
export type OperationContext<Request extends OperationRequest = OperationRequest, Services = object, Jobs = JobData> = Request &
  DomainContext<Services, Jobs>;

/** The context of an operation besides its request. */
export interface DomainContext<Services = object, Jobs = JobData> extends WriteContext<Jobs> {
  /** The caller with the rights of this moment. Throws in public operations. */
  readonly principal: Principal;
  /** The caller of a public operation with an optional token, or in a prefetch. 401 without a valid token, 403 without its scopes. */
  signedIn(): Promise<Principal>;
  /** The claims of the caller's token. Throws in public operations. */
  readonly claims: TokenClaims;
  readonly headers: IncomingHttpHeaders;
  /** The body as a stream. It is unread if the document says `multipart/form-data`. */
  readonly incoming: Readable;
  /** Which of these media types the client likes best (RFC 9110, section 12.5.1); undefined if it takes none. */
  accepts(types: readonly string[]): string | undefined;
  /**
   * Marks an answer that waits: its duration is not measured, and each later read of `services` has time of its own. The signal is aborted
   * when the client has gone.
   */
  waiting(): AbortSignal;
  /** The caller at this moment, for an answer that waits; undefined for an invalid token or a disabled user. */
  stillSignedIn(): Promise<Principal | undefined>;
  /** 401 when somebody has ended the caller's session, for an answer that may last longer than its token. Throws in public operations. */
  requireSession(): void;
  /** The text of the JSON body, to check its signature. Throws unless the document has `x-body-text`. */
  readonly bodyText: string;
  /** When the request arrived. Everything that it does has this time. */
  readonly now: Date;
  /** The identifier of the created resource, the same in every run. A request creates one resource. */
  readonly gid: string;
  /** Whether the owner of a state was asked during this request, so that a refusal may rest on it. */
  isFresh(state: StateKey): boolean;
  /** The transaction, which commits when the operation returns. Throws in reads and with `x-transaction: manual`. */
  readonly tx: Transaction;
  readonly database: Database;
  /**
   * Loads and locks an entity, or throws 404 if the caller may not see it. For the resource in the path it also checks `If-Match` and
   * written-back values. The last path parameter names that resource, unless `isNamed` says otherwise.
   */
  load<Entity extends object>(
    resource: Resource<unknown, Entity>,
    gid: string,
    parent?: ParentFilter,
    is?: { isNamed?: boolean },
  ): Promise<Entity>;
  /**
   * The files that a field of the body names (`image`, `brief_files`), in its order. 400 names each file that is repeated or that the
   * caller may not name; 503 if the files service did not answer. It was asked before the transaction about all fields with `x-file`.
   */
  files(field: string): FileDescription[];
  /** Operations of other services. Throws in a transaction, which must not wait for them. */
  readonly services: Services;
  /**
   * The answer of another service, if only the transaction can tell that it is needed. The first run ends here: it is rolled back, the
   * question is asked, and the operation runs again with the answer. Ask after rights and existence. `question` is its name within the
   * operation.
   */
  askOutside<Answer>(question: string, ask: (services: Services) => Promise<Answer>): Answer;
  /** One resource as the caller sees it, or throws 404. */
  read<Model>(resource: Resource<Model>, gid: string, options?: ReadOptions): Promise<JsonText<Model>>;
  /** Whether the caller may see the resource at a path of this service's public document. */
  visibilityOf(uri: string): Promise<ResourceVisibility>;
  /** A page of a resource by this operation's own collection parameters. */
  list(resource: Resource, parent?: ParentFilter): Promise<JsonText<never>>;
}

/** The context of an internal operation. A service adds its own in `src/context.ts`. */
export type InternalOperationContext<Request extends OperationRequest = OperationRequest, Services = object> = Request &
  InternalDomainContext<Services>;

/** The context of an internal operation besides its request. */
export interface InternalDomainContext<Services = object> {
  /** Bare name of the calling service. */
  readonly caller: string;
  /** When the request arrived. Everything that it does has this time. */
  readonly now: Date;
  /** When its caller stops waiting, in milliseconds of `performance.now()`. */
  readonly deadlineMs: number;
  readonly database: Database;
  /** Operations of other services, within the caller's time. Never ask inside a transaction. */
  readonly services: Services;
}
