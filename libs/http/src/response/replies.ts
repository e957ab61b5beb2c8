/** JSON text from PostgreSQL, sent unchanged. The type parameter is its model. */
export class JsonText<Model = unknown> {
  readonly text: string;
  declare readonly '~model'?: Model;

  constructor(text: string) {
    this.text = text;
  }
}

/** A page or a count of a collection, without an entity tag: a page changes with each of its items. */
export class JsonPage<Model = unknown> extends JsonText<Model> {}

/** The JSON text of a body that is neither bytes nor a stream. */
export const jsonOf = (body: unknown): string => (body instanceof JsonText ? body.text : JSON.stringify(body));

/** The answer of an operation. A returned reply of any status commits the transaction unless it is `rolledBack`; an error rolls it back. */
export interface Reply<Status extends number = number, Body = unknown> {
  readonly status: Status;
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes and streams are sent as they are, with the headers given. */
  readonly body: Body | JsonText<Body> | undefined;
  readonly isRolledBack?: true;
  /** The body to store for replays by `Idempotency-Key`; `body` by default. */
  readonly kept?: Body;
}

export type Ok<Body> = Reply<200, Body>;
export type Created = Reply<201, undefined>;
export type Accepted<Body = undefined> = Reply<202, Body>;
export type NoContent = Reply<204, undefined>;
export type Redirect = Reply<302, undefined>;

/** Any status, for operations whose answers the contract prescribes in every detail. */
export const reply = <const Status extends number, Body>(
  status: Status,
  body: Body | JsonText<Body> | undefined,
  headers: Record<string, string> = {},
): Reply<Status, Body> => ({ status, headers, body });

/** 200 with a body. */
export const ok = <Body>(body: Body | JsonText<Body>, headers: Record<string, string> = {}): Ok<Body> => reply(200, body, headers);

/** 201, empty, with the path of what was created. */
export const created = (href: string): Created => reply(201, undefined, { Location: href });

/** 202 with the record of what was started. */
export const accepted = <Body>(body: Body, href: string): Accepted<Body> => reply(202, body, { Location: href });

/** 302, empty, to another address. */
export const redirect = (location: string, headers: Record<string, string> = {}): Redirect =>
  reply(302, undefined, { ...headers, Location: location });

/** 204. */
export const noContent = (): NoContent => reply(204, undefined);

/** An answer that shows a secret once: nothing stores it, and a replay by its `Idempotency-Key` gets `withoutSecret`. */
export const shownOnce = <Status extends number, Body>(answer: Reply<Status, Body>, withoutSecret: Body): Reply<Status, Body> => ({
  ...answer,
  headers: { ...answer.headers, 'Cache-Control': 'no-store' },
  kept: withoutSecret,
});

/** An answer whose transaction is rolled back, of a dry run or a replay: no event is published and no `Idempotency-Key` is kept. */
export const rolledBack = <Outcome extends Reply>(answer: Outcome): Outcome => ({ ...answer, isRolledBack: true });
