import type { TokenClaims } from '@partner-ordering/auth';
import type { Database, Resource, Transaction, Within } from '@partner-ordering/data';
import type { JobData } from '@partner-ordering/jobs';
import type { StateKey, Principal } from '@partner-ordering/kernel';
import type { FileDescription } from '@partner-ordering/service-client';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { JsonText } from '../response/replies.ts';
import type { ResourceVisibility } from './resource-visibility.ts';
import type { WriteTools } from '../writes/additions.ts';

/** What the generated request types have in common. */
export interface OperationRequest {
  path: object;
  query: object;
  body: unknown;
}

/**
 * What every operation is called with; a service adds its own in `src/context.ts`, and says there which operations of other services it may
 * call (`Asked`: `CallableServices<'ordering'>`) and which jobs it has (`Jobs`).
 */
export type OperationContext<Request extends OperationRequest = OperationRequest, Asked = object, Jobs = JobData> = Request &
  OperationTools<Asked, Jobs>;

/** What libs/http hands to an operation besides the request. */
export interface OperationTools<Asked = object, Jobs = JobData> extends WriteTools<Jobs> {
  /** Who acts, with the rights of this moment. It throws in public operations. */
  readonly principal: Principal;
  /**
   * Who acts in a public operation that may ask for a token: its security has `{}` beside scopes. 401 without a valid token, 403 without
   * one of these scopes.
   */
  signedIn(): Promise<Principal>;
  /** What the caller's token says. It throws in public operations. */
  readonly claims: TokenClaims;
  readonly headers: IncomingHttpHeaders;
  /** The body as a stream. It is unread if the document says `multipart/form-data`. */
  readonly incoming: Readable;
  /** Which of these media types the client likes best (RFC 9110, section 12.5.1); undefined if it takes none. */
  accepts(types: readonly string[]): string | undefined;
  /**
   * Says that the answer waits for something to happen, so that it is not measured with the others. The signal is aborted when the client
   * has gone.
   */
  waiting(): AbortSignal;
  /**
   * Who acts at this moment, for an answer that waits; undefined when the token is no longer valid, or the user may not sign in any more.
   */
  stillSignedIn(): Promise<Principal | undefined>;
  /** The text of the JSON body as it was sent, to check a signature of it. It throws unless the document says `x-body-text`. */
  readonly bodyText: string;
  /** When the request arrived. Everything that it does has this time. */
  readonly now: Date;
  /**
   * Identifier of what the request creates, the same in every run of the operation. It is made when it is first read. A request creates one
   * resource.
   */
  readonly gid: string;
  /** Whether the owner of a state was asked during this request, so that a refusal may rest on it. */
  isFresh(state: StateKey): boolean;
  /** The transaction that commits when the operation returns. It throws in reads and with `x-transaction: manual`, which have none. */
  readonly tx: Transaction;
  readonly database: Database;
  /**
   * Loads and locks an entity that the caller may see, or throws 404. Of the resource that the path names it also compares the tag with
   * `If-Match`, and what a PUT writes back with the present values. The path names it by its last parameter; where it does not, `isNamed`
   * says so.
   */
  load<Entity extends object>(
    resource: Resource<unknown, Entity>,
    gid: string,
    within?: Within,
    is?: { isNamed?: boolean },
  ): Promise<Entity>;
  /**
   * The files that a field of the body names (`image`), in the order of the body; those of all its elements for a list (`brief_files`). 400
   * names every one that the caller may not name, or that is named twice; 503 if the files service did not answer. It was asked before the
   * transaction about all fields that the document marks with `x-file`.
   */
  files(field: string): FileDescription[];
  /** What other services answer. It throws in a transaction, which must not wait for them. What they are to learn is published. */
  readonly services: Asked;
  /**
   * What another service answers to a question that only the transaction can tell to be needed. The first run ends here: it is rolled back,
   * the question is asked, and the operation runs again with the answer. Ask after rights and existence. `question` names it within the
   * operation.
   */
  asked<Answer>(question: string, ask: (services: Asked) => Promise<Answer>): Answer;
  /** One resource as the caller sees it, or throws 404. */
  read<Model>(resource: Resource<Model>, gid: string, options?: { fields?: readonly string[]; within?: Within }): Promise<JsonText<Model>>;
  /** Whether the caller may see what a path of this service's public document names. */
  sees(uri: string): Promise<ResourceVisibility>;
  /** A page of a resource by this operation's own collection parameters. */
  list(resource: Resource, within?: Within): Promise<JsonText<never>>;
}

/** What an operation of the internal document is called with; a service adds its own in `src/context.ts`. */
export type InternalOperationContext<Request extends OperationRequest = OperationRequest, Asked = object> = Request & InternalTools<Asked>;

/** What libs/http hands to an operation that answers another service. */
export interface InternalTools<Asked = object> {
  /** Bare name of the service that asks. */
  readonly caller: string;
  /** When the request arrived. Everything that it does has this time. */
  readonly now: Date;
  /** When its caller stops waiting, in milliseconds of `performance.now()`. */
  readonly deadlineMs: number;
  readonly database: Database;
  /** What other services answer, within the time that the caller has left. Never ask inside a transaction. */
  readonly services: Asked;
}
