import type { Expression, QueryJson } from './query.ts';

export type { Field, Relation, Time } from './query.ts';
export type { Page, Pages } from './pages.ts';

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, its waiting included; it throws the signal's reason. */
  signal?: AbortSignal;
  /** For a POST that takes one (else `UsageError`): 1 to 255 characters that identify a repetition. Random by default. */
  idempotencyKey?: string | undefined;
  /** `ETag` that the resource must still have, else `PreconditionFailedError`. */
  ifMatch?: string;
  /** More headers; one that the client would send itself takes its place, but for `Authorization` where there is a token. */
  headers?: Readonly<Record<string, string>>;
  /** Milliseconds for each attempt; the client's by default. */
  timeoutMs?: number;
  /** Called with the final answer: `ETag`, `X-Request-Id`, `Idempotency-Replayed`. If it throws, so does the call. */
  onAnswer?: (answer: Pick<Response, 'status' | 'headers'>) => void;
}

/** The answer of a creation: the path of the new resource (`Location`). */
export interface Located {
  href: string;
}

/** The answer of a creation whose path ends with the gid of the new resource. */
export interface Created extends Located {
  gid: string;
}

/** A query: written on the collection's fields, or as the JSON array of the API's query language. */
export type Where<Fields> = ((fields: Fields) => Expression) | QueryJson;

export interface CountQuery<Fields> {
  where?: Where<Fields>;
}

export interface ListQuery<Fields, Orderable extends string> extends CountQuery<Fields> {
  orderBy?: Orderable;
  /** `desc` by default. */
  sort?: 'asc' | 'desc';
  /** Index of the first item. */
  offset?: number;
  /** Items of a page, 1 to 100: 10 by default, 100 when all pages are read. */
  limit?: number;
}
