import type { TokenClaims } from '@partner-ordering/auth';
import type { Database, Resource, Transaction, Within } from '@partner-ordering/data';
import type { StateKey, Principal } from '@partner-ordering/kernel';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { Ask } from '../neighbours/calls.ts';
import type { JsonText } from '../response/replies.ts';

/** What the generated request types have in common. */
export interface OperationRequest {
  path: object;
  query: object;
  body: unknown;
}

/** What every operation is called with; a service adds its own in `src/context.ts`. */
export type OperationContext<Request extends OperationRequest = OperationRequest> = Request & OperationTools;

/** What libs/http hands to an operation besides the request. */
export interface OperationTools {
  /** Who acts, with the rights of this moment. Public operations must not touch it: it throws there. */
  readonly principal: Principal;
  /** What the caller's token says; public operations must not touch it. */
  readonly claims: TokenClaims;
  readonly headers: IncomingHttpHeaders;
  /** The body as it comes in, unread where the document says `multipart/form-data`. */
  readonly incoming: Readable;
  /** When the request was taken up; the one time of everything it does. */
  readonly now: Date;
  /**
   * Identifier for what the request creates, the same in every run of it: what another service is asked about a resource before it is
   * there names the resource by it. It is made when it is first read; one request, one resource.
   */
  readonly gid: string;
  /** Whether the owner of a state was asked in the course of this request: what the replica says of it now counts. */
  isFresh(state: StateKey): boolean;
  /** The transaction that commits when the operation returns. Reads and `x-transaction: manual` have none: it throws there. */
  readonly tx: Transaction;
  readonly database: Database;
  /** Loads and locks an entity that the caller may see, or throws 404. With `If-Match` it also compares the tag. */
  load<Entity extends object>(resource: Resource<unknown, Entity>, gid: string, within?: Within): Promise<Entity>;
  /**
   * Asks another service. The operation stops, its transaction is rolled back, and it runs again with the answer: so ask the same
   * question in every run, and before anything that cannot be rolled back.
   */
  readonly ask: Ask;
  /**
   * Tells another service once the transaction has committed; nobody waits for it, and it may be lost. What must arrive is a fact or a state.
   */
  tell(service: string, path: string, body: object): void;
  /** Records a fact, in the past tense (`project.published`); it leaves the house if the transaction commits. */
  publish(type: string, key: string, data: object): void;
  /** One resource as the caller sees it, or throws 404. */
  read<Model>(resource: Resource<Model>, gid: string, options?: { fields?: readonly string[]; within?: Within }): Promise<JsonText<Model>>;
  /** A page of a resource by this operation's own collection parameters. */
  list(resource: Resource, within?: Within): Promise<JsonText<never>>;
}
