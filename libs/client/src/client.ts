import type { Token } from '../generated/models.ts';
import { operations, type Operations } from '../generated/operations.ts';
import type { Auth } from './auth.ts';
import { UsageError } from './errors.ts';
import { Pages, type Query } from './pages.ts';
import { queryJson, type Expression, type QueryJson } from './query.ts';
import { ATTEMPTS } from './retry.ts';
import { keepRuntime, runtimeWith, type Runtime } from './runtime.ts';
import { send, setHeader, type Call, type Sender, type TokenSource } from './send.ts';
import type { CallOptions, Page } from './types.ts';

export interface ClientOptions {
  /** Address of the service, without `/v1`: `https://orders.example`. */
  url: string;
  /** The caller's credentials; without them only public operations can be called. */
  auth?: Auth;
  /** The number of attempts of a call (4), the first included; 1 never repeats. */
  retry?: { attempts?: number };
  /** Milliseconds for each attempt (30,000). */
  timeoutMs?: number;
  /** Allows `http:` to other machines than this one, as within a private network. Tokens and secrets then go unencrypted. */
  allowsPlainHttp?: boolean;
  runtime?: Partial<Runtime>;
}

const TIMEOUT_MS = 30_000;

/** A row of the generated table. */
export interface Entry extends Pick<Call, 'method' | 'answer'> {
  path: string;
  body?: 'json' | 'form' | 'multipart';
  hasQuery?: boolean;
  isPublic?: boolean;
  isKeyed?: boolean;
}

/** The part that the client's functions share. */
interface Context extends Sender {
  base: string;
  tokens: TokenSource | undefined;
}

/** The API as one function per operation, each by its name in the API's document. Throws for an address that cannot be used. */
export function createClient(options: ClientOptions): Operations {
  const { retry, timeoutMs = TIMEOUT_MS, auth } = options;
  const runtime = runtimeWith(options.runtime);
  const sender = { runtime, attempts: retry?.attempts ?? ATTEMPTS, timeoutMs, base: baseOf(options) };
  const issue = (basic: string, form: Record<string, string>, isRepeatable: boolean): Promise<Token> => {
    const context = { ...sender, tokens: { basic, token: () => Promise.resolve(undefined) } };
    return callOf(context, 'issueToken', operations.issueToken, { body: form, isRepeatable }) as Promise<Token>;
  };
  const context: Context = { ...sender, tokens: auth?.({ runtime, issue }) };
  const functions = Object.entries<Entry>(operations).map(([id, entry]) => [id, functionOf(context, id, entry)]);
  const client = Object.fromEntries(functions) as unknown as Operations;
  keepRuntime(client, runtime);
  return client;
}

function baseOf({ url, allowsPlainHttp = false }: ClientOptions): string {
  const { protocol, hostname, pathname, href } = new URL(url);
  if (/\/v1\/*$/.test(pathname)) throw new UsageError('url: without /v1, which the client adds');
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !isHere && !allowsPlainHttp) throw new UsageError('url: https only, unless allowsPlainHttp is set');
  return href.replace(/\/+$/, '');
}

/** Positional arguments -> one call: path parameters, body, query, options, each where the operation has it. */
function functionOf(context: Context, id: string, entry: Entry): (...args: unknown[]) => unknown {
  return (...args) => {
    const path = entry.path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = args.shift();
      if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) throw new UsageError(`${id}: ${name} is no name`);
      return encodeURIComponent(value);
    });
    const body = entry.body === undefined ? undefined : args.shift();
    const query = entry.hasQuery === true ? ((args.shift() ?? {}) as Query) : {};
    const input: Input = { path, body, query, options: optionsOf(id, args) };
    if (entry.answer !== 'page') return callOf(context, id, entry, input);
    return new Pages((ofPage) => pageOf(context, id, entry, { ...input, query: ofPage }), query);
  };
}

const optionNames: Readonly<Record<keyof CallOptions, true>> = {
  signal: true,
  idempotencyKey: true,
  ifMatch: true,
  headers: true,
  timeoutMs: true,
  onAnswer: true,
};

/** The last argument. A mistake that TypeScript would find is not sent: it could order what was only asked about. */
function optionsOf(id: string, [options = {}, ...others]: unknown[]): CallOptions {
  const unknown = Object.keys(options as object).find((name) => !Object.hasOwn(optionNames, name));
  if (unknown !== undefined) throw new UsageError(`${id}: ${unknown} is no option`);
  if (others.length > 0) throw new UsageError(`${id}: takes fewer arguments`);
  return options as CallOptions;
}

async function pageOf(context: Context, id: string, entry: Entry, input: Input): Promise<{ page: Page<unknown>; link: string }> {
  let link = '';
  const onAnswer: CallOptions['onAnswer'] = (answer) => {
    link = answer.headers.get('link') ?? '';
    input.options?.onAnswer?.(answer);
  };
  const page = (await callOf(context, id, entry, { ...input, options: { ...input.options, onAnswer } })) as Page<unknown>;
  return { page, link };
}

interface Input {
  path?: string;
  body?: unknown;
  query?: Query;
  options?: CallOptions;
  /** Whether it may be sent again when its answer was lost; by default where its method or a key allows it. */
  isRepeatable?: boolean;
}

async function callOf(context: Context, id: string, entry: Entry, input: Input): Promise<unknown> {
  const { method, answer, isKeyed = false, isPublic = false } = entry;
  const { path = entry.path, body, query = {}, options = {}, isRepeatable = method !== 'POST' || isKeyed } = input;
  if (options.idempotencyKey !== undefined && !isKeyed) throw new UsageError(`${id}: takes no idempotency key`);
  const url = `${context.base}${path}${searchOf(query)}`;
  const headers = headersOf(context, entry, options);
  const call = { operation: id, method, answer, url, headers, body: bodyOf(entry, body), isRepeatable, isKeyed };
  return send(context, { ...call, tokens: isPublic ? undefined : context.tokens }, options);
}

function searchOf({ where, ...query }: Query): string {
  const parameters = new URLSearchParams();
  if (where !== undefined) parameters.set('query', JSON.stringify(queryJson(where as ((fields: never) => Expression) | QueryJson)));
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

function headersOf({ tokens }: Context, { body, answer, isKeyed }: Entry, options: CallOptions): Headers {
  const ownHeaders = {
    accept: answer === 'file' ? undefined : 'application/json',
    // A form is for the endpoints of OAuth 2.0, where the application itself calls.
    authorization: body === 'form' ? tokens?.basic : undefined,
    'content-type': body === 'json' ? 'application/json' : undefined,
    'idempotency-key': isKeyed === true ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined,
    'if-match': options.ifMatch,
  };
  const headers = new Headers();
  // A header of the caller replaces ours.
  for (const [name, value] of Object.entries({ ...ownHeaders, ...options.headers }))
    if (value !== undefined) setHeader(headers, name, value);
  return headers;
}

/** The platform writes the content type of all but JSON. */
function bodyOf({ body: kind }: Entry, body: unknown): Call['body'] {
  if (kind === undefined || body === undefined) return undefined;
  if (kind === 'json') return JSON.stringify(body);
  return kind === 'multipart' ? (body as FormData) : new URLSearchParams(body as Record<string, string>);
}
