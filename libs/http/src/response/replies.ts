import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ListPage } from '@partner-ordering/data';
import { DomainRefusal, Refusal } from '@partner-ordering/kernel';
import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { logFields } from './errors.ts';
import { entityTag, includesTag, pageLinks } from './headers.ts';

/** JSON text from PostgreSQL, sent unchanged. The type parameter is its model. */
export class JsonText<Model = unknown> {
  readonly text: string;
  declare readonly '~model'?: Model;

  constructor(text: string) {
    this.text = text;
  }
}

/** A page or a count of a collection, without an entity tag: a page changes with each of its items. */
export class JsonPage<Model = unknown> extends JsonText<Model> {
  /** The `after` of the next page, if it is not `offset` that leads there. */
  readonly after: string | undefined;

  constructor(text: string, after?: string) {
    super(text);
    this.after = after;
  }
}

/** A page as an answer. */
export const pageAnswer = <Model = unknown>({ json, after }: ListPage): JsonPage<Model> => new JsonPage(json, after);

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
  readonly replayBody?: Body;
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

/** 302, empty, to another address. */
export const redirect = (location: string, headers: Record<string, string> = {}): Redirect =>
  reply(302, undefined, { ...headers, Location: location });

/** 204. */
export const noContent = (): NoContent => reply(204, undefined);

/** An answer that shows a secret once: nothing stores it, and a replay by its `Idempotency-Key` gets `withoutSecret`. */
export const withOneTimeSecret = <Status extends number, Body>(answer: Reply<Status, Body>, withoutSecret: Body): Reply<Status, Body> => ({
  ...answer,
  headers: { ...answer.headers, 'Cache-Control': 'no-store' },
  replayBody: withoutSecret,
});

/** An answer whose transaction is rolled back, of a dry run or a replay: no event is published and no `Idempotency-Key` is kept. */
export const rolledBack = <Outcome extends Reply>(answer: Outcome): Outcome => ({ ...answer, isRolledBack: true });

interface Sending {
  log: Logger;
  validateResponses: boolean;
}

/** Sends an answer: a resource with its entity tag, or 304 to a client that has it; a page with the addresses of its neighbors. */
export function sendReply(
  request: Request,
  response: Response,
  { status, headers, body }: Reply,
  { log, validateResponses }: Sending,
): void {
  for (const [name, value] of Object.entries(headers)) {
    // An answer to a request with its token in the URL is never stored, whatever the operation says.
    if (!request.tokenInQuery || name.toLowerCase() !== 'cache-control') response.setHeader(name, value);
  }
  if (body === undefined) {
    // RFC 9110, section 8.6: no Content-Length in a 204.
    response.writeHead(status, status === 204 ? {} : { 'Content-Length': 0 }).end();
    return;
  }
  if (body instanceof Readable) return sendStream(request, response, { status, stream: body, log });
  const text = jsonOf(body);
  const isPage = status === 200 && body instanceof JsonPage;
  const tag = status === 200 && !isPage && request.method === 'GET' && !('ETag' in headers) ? entityTag(text) : undefined;
  const links = isPage ? pageLinks(request, body) : undefined;
  if (tag !== undefined) response.setHeader('ETag', tag);
  if (links !== undefined) response.setHeader('Link', links);
  // Only the caller may store a read, to be revalidated. An earlier `Cache-Control` stays, such as `no-store` for a token in the URL.
  if ((isPage || tag !== undefined) && !response.hasHeader('Cache-Control'))
    response.set({ 'Cache-Control': 'private, no-cache', Vary: 'Authorization' });
  if (tag !== undefined && isCached(request, tag)) response.writeHead(304).end();
  // The validator sees what goes through `response.json`.
  else if (validateResponses) response.status(status).json(JSON.parse(text));
  else response.writeHead(status, { 'Content-Type': JSON_TYPE, 'Content-Length': Buffer.byteLength(text) }).end(text);
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Whether the client has the bytes of this tag (RFC 9110, section 13.1.2). */
function isCached({ headers }: Request, tag: string): boolean {
  const clientTags = headers['if-none-match'];
  return clientTags !== undefined && includesTag(clientTags, tag);
}

interface Streamed {
  status: number;
  stream: Readable;
  log: Logger;
}

/** Sends a stream, or 304 before any range (RFC 9110, section 13.2.2). After the head, a fault breaks the connection and is logged. */
function sendStream(request: Request, response: Response, { status, stream, log }: Streamed): void {
  const tag = response.getHeader('ETag');
  const isUnchanged = typeof tag === 'string' && isCached(request, tag);
  // The other headers stay, since a cache updates its copy by them (RFC 9111, section 3.2).
  if (isUnchanged) for (const name of ['Content-Length', 'Content-Range', 'Content-Type']) response.removeHeader(name);
  response.writeHead(isUnchanged ? 304 : status);
  if (request.isHead || isUnchanged) {
    stream.destroy();
    response.end();
    return;
  }
  stream.on('data', (chunk: Buffer) => countStreamedBytes(chunk.length));
  // Before the pipeline breaks the connection. Whatever the stream throws after its client has left is no fault.
  stream.once('error', (error) => {
    if (!response.destroyed) log[isRefusal(error) ? 'warn' : 'error'](logFields(request, error), 'A download broke off');
  });
  pipeline(stream, response).catch(() => response.destroy());
}

/** The caller has lost the right to the rest. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Refusal && !(error instanceof DomainRefusal && error.kind === 'unavailable');

type Collect = (options: { type: 'minor' }) => void;

const COLLECT_AFTER_BYTES = 8 * 1024 * 1024;
let collect: Collect | undefined;
let bytesSinceLast = 0;

/** Call this for each chunk of a stream: V8 ignores their memory, and 100 MB would pile up. A minor collection takes about 1 ms. */
export function countStreamedBytes(bytes: number): void {
  bytesSinceLast += bytes;
  if (bytesSinceLast < COLLECT_AFTER_BYTES) return;
  bytesSinceLast = 0;
  collect ??= exposeCollector();
  collect({ type: 'minor' });
}

function exposeCollector(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}
