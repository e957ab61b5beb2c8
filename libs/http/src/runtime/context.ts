import type { TokenClaims } from '@partner-ordering/auth';
import type { Database, Resource, Transaction, Within } from '@partner-ordering/data';
import type { JobData } from '@partner-ordering/jobs';
import type { StateKey, Principal } from '@partner-ordering/kernel';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { JsonText } from '../response/replies.ts';
import type { WriteTools } from '../writes/additions.ts';

/** What the generated request types have in common. */
export interface OperationRequest {
  path: object;
  query: object;
  body: unknown;
}

/**
 * What every operation is called with; a service adds its own in `src/context.ts`, and says there which operations of other services it may
 * call (`Asked`: `Neighbours<'ordering'>`) and which jobs it has (`Jobs`).
 */
export type OperationContext<Request extends OperationRequest = OperationRequest, Asked = object, Jobs = JobData> = Request &
  OperationTools<Asked, Jobs>;

/** What libs/http hands to an operation besides the request. */
export interface OperationTools<Asked = object, Jobs = JobData> extends WriteTools<Jobs> {
  /** Who acts, with the rights of this moment. It throws in public operations. */
  readonly principal: Principal;
  /** What the caller's token says. It throws in public operations. */
  readonly claims: TokenClaims;
  readonly headers: IncomingHttpHeaders;
  /** The body as a stream. It is unread if the document says `multipart/form-data`. */
  readonly incoming: Readable;
  /** When the request arrived. Everything that it does has this time. */
  readonly now: Date;
  /**
   * Identifier of what the request creates, the same in every run: another service may be asked about the resource before it exists.
   * It is made when it is first read. A request creates one resource.
   */
  readonly gid: string;
  /** Whether the owner of a state was asked during this request, so that a refusal may rest on it. */
  isFresh(state: StateKey): boolean;
  /** The transaction that commits when the operation returns. It throws in reads and with `x-transaction: manual`, which have none. */
  readonly tx: Transaction;
  readonly database: Database;
  /** Loads and locks an entity that the caller may see, or throws 404. With `If-Match` it also compares the tag. */
  load<Entity extends object>(resource: Resource<unknown, Entity>, gid: string, within?: Within): Promise<Entity>;
  /**
   * What other services answer. Without a transaction they are asked at once. In a transaction the operation stops, is rolled back, and runs
   * again with the answer: ask the same question in every run, before anything that cannot be rolled back.
   */
  readonly neighbours: Asked;
  /**
   * Calls another service once the transaction has committed. Nobody waits for it, and it may be lost. What must arrive is published instead.
   */
  tell(call: (neighbours: Asked) => Promise<unknown>): void;
  /** One resource as the caller sees it, or throws 404. */
  read<Model>(resource: Resource<Model>, gid: string, options?: { fields?: readonly string[]; within?: Within }): Promise<JsonText<Model>>;
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
  readonly database: Database;
  /** What other services answer, within the time that the caller has left. Never ask inside a transaction. */
  readonly neighbours: Asked;
}
