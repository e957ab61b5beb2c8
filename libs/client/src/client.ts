import type { Introspection, Token } from '../generated/models.ts';
import { operations, type Operations } from '../generated/operations.ts';
import type { AnswerKind } from './answers.ts';
import type { Auth } from './auth.ts';
import { UsageError } from './errors.ts';
import { Pages, type PageQuery } from './pages.ts';
import { queryJson, type Expression, type QueryJson } from './query.ts';
import { defaultPolicy, type RetryPolicy } from './retry.ts';
import { checkMs, keepRuntime, runtimeWith, type Runtime } from './runtime.ts';
import { checkHeaders, send, type Call, type Sender, type TokenSource } from './send.ts';
import type { CallOptions, Page } from './types.ts';

export interface ClientOptions {
  /** Address of the service, without `/v1`: `https://orders.example`. */
  url: string;
  /** Who calls; without it only public operations can be called. */
  auth?: Auth;
  retry?: Partial<RetryPolicy>;
  /** Milliseconds for each attempt (30,000), 1 to 2,147,483,647. */
  timeoutMs?: number;
  /** Allows `http:` to other machines than this one, as within a private network. Tokens and secrets then go unencrypted. */
  allowsPlainHttp?: boolean;
  runtime?: Partial<Runtime>;
}

const TIMEOUT_MS = 30_000;

/** A row of the generated table. */
export interface Entry {
  method: string;
  path: string;
  answer: AnswerKind;
  body?: 'json' | 'form' | 'multipart';
  hasQuery?: boolean;
  isPublic?: boolean;
  isKeyed?: boolean;
  /** It changes something, though it is a GET. */
  isWriting?: boolean;
}

/** What the client's functions share. */
interface Context extends Sender {
  base: string;
  tokens: TokenSource | undefined;
}

/** The API as one function per operation, each by its name in the API's document. Throws `UsageError` for options that cannot work. */
export function createClient(options: ClientOptions): Operations {
  const runtime = runtimeWith(options.runtime);
  const sender: Sender = { runtime, policy: { ...defaultPolicy, ...options.retry }, timeoutMs: options.timeoutMs ?? TIMEOUT_MS };
  checkTimes(sender);
  const base = baseOf(options);
  const asApplication = (basic: string): Context => ({ ...sender, base, tokens: { basic, token: () => Promise.resolve(undefined) } });
  const tokens = options.auth?.({
    runtime,
    issue: (basic, form, isRepeatable) =>
      callOf(asApplication(basic), 'issueToken', operations.issueToken, { body: form, isRepeatable }) as Promise<Token>,
    introspect: (basic, token) =>
      callOf(asApplication(basic), 'introspectToken', operations.introspectToken, {
        body: { token },
        isRepeatable: true,
      }) as Promise<Introspection>,
  });
  const context: Context = { ...sender, base, tokens };
  const functions = Object.entries<Entry>(operations).map(([id, entry]) => [id, functionOf(context, id, entry)]);
  const client = Object.fromEntries(functions) as unknown as Operations;
  keepRuntime(client, options.runtime ?? {});
  return client;
}

/** Throws `UsageError` for numbers with which nothing would be sent, or given up at once. */
function checkTimes({ timeoutMs, policy }: Pick<Sender, 'timeoutMs' | 'policy'>): void {
  const { attempts, ...waits } = policy;
  checkMs('timeoutMs', timeoutMs, 1);
  if (!(Number.isInteger(attempts) && attempts >= 1)) throw new UsageError('retry.attempts: a whole number from 1');
  for (const [name, value] of Object.entries(waits)) checkMs(`retry.${name}`, value, 0);
}

function baseOf({ url, allowsPlainHttp = false }: ClientOptions): string {
  const given = URL.canParse(url) ? new URL(url) : undefined;
  if (given === undefined || !/^https?:$/.test(given.protocol)) throw new UsageError(`url: ${url} is no address of a service`);
  if (given.username !== '' || given.search !== '' || given.hash !== '') throw new UsageError('url: only scheme, host and path');
  if (/\/v1\/*$/.test(given.pathname)) throw new UsageError('url: without /v1, which the client adds');
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(given.hostname);
  if (given.protocol === 'http:' && !isHere && !allowsPlainHttp) throw new UsageError('url: https only, unless allowsPlainHttp is set');
  return given.href.replace(/\/+$/, '');
}

/** Positional arguments -> one call: path parameters, body, query, options, each where the operation has it. */
function functionOf(context: Context, id: string, entry: Entry): (...given: unknown[]) => unknown {
  const names = [...entry.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  return (...given) => {
    const rest = given.slice(names.length);
    const path = pathOf(id, entry.path, names, given);
    const body = entry.body === undefined ? undefined : rest.shift();
    const query = entry.hasQuery === true ? ((rest.shift() ?? {}) as Query) : {};
    const input: Input = { path, body, query, options: (rest[0] ?? {}) as CallOptions };
    if (entry.answer !== 'page') return callOf(context, id, entry, input);
    return new Pages((page) => callOf(context, id, entry, { ...input, query: page as Query }) as Promise<Page<unknown>>, query);
  };
}

function pathOf(id: string, path: string, names: readonly string[], given: readonly unknown[]): string {
  return names.reduce((all, name, index) => {
    const value = given[index];
    if (typeof value !== 'string' || value === '' || value === '.' || value === '..') throw new UsageError(`${id}: ${name} is no name`);
    return all.replace(`{${name}}`, () => encodeURIComponent(value));
  }, path);
}

type Query = PageQuery & Record<string, unknown>;

interface Input {
  path?: string;
  body?: unknown;
  query?: Query;
  options?: CallOptions;
  /** Whether it may be sent again when its answer was lost; by default where its method or a key allows it. */
  isRepeatable?: boolean;
}

async function callOf(context: Context, id: string, entry: Entry, input: Input): Promise<unknown> {
  const { method, answer, isKeyed = false, isWriting = method !== 'GET' } = entry;
  const { path = entry.path, body, query = {}, options = {}, isRepeatable = method !== 'POST' || isKeyed } = input;
  const call: Call = {
    ...{ operation: id, method, answer, url: `${context.base}${path}${searchOf(query)}` },
    ...{ headers: headersOf(context, entry, options), ...bodyOf(entry, body) },
    repeatable: { safely: isRepeatable, isKeyed, isWriting },
    tokens: entry.isPublic === true ? undefined : context.tokens,
  };
  if (options.timeoutMs !== undefined) checkMs(`${id}: timeoutMs`, options.timeoutMs, 1);
  if (options.idempotencyKey !== undefined && !isKeyed) throw new UsageError(`${id}: takes no idempotency key`);
  checkHeaders(id, call.headers);
  return send(context, call, options);
}

function searchOf({ where, ...query }: Query): string {
  const parameters = new URLSearchParams();
  if (where !== undefined) parameters.set('query', JSON.stringify(queryJson(where as ((fields: never) => Expression) | QueryJson)));
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? '' : `?${parameters}`;
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded' };

function headersOf({ tokens }: Context, { body, answer, isKeyed }: Entry, options: CallOptions): Record<string, string> {
  return {
    ...(answer === 'file' ? {} : { accept: 'application/json' }),
    // A form is for the endpoints of OAuth 2.0, where the application itself calls.
    ...(body === 'form' && tokens?.basic !== undefined ? { authorization: tokens.basic } : {}),
    ...(body === undefined || body === 'multipart' ? {} : { 'content-type': contentTypes[body] }),
    ...(isKeyed === true ? { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() } : {}),
    ...(options.ifMatch === undefined ? {} : { 'if-match': options.ifMatch }),
    ...inSmallLetters(options.headers ?? {}),
  };
}

/** Names of headers mean the same in all letters: what the caller gives takes the place of ours, instead of being joined with it. */
const inSmallLetters = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

function bodyOf({ body: kind }: Entry, body: unknown): Pick<Call, 'body'> {
  if (kind === undefined || body === undefined) return {};
  if (kind === 'json') return { body: JSON.stringify(body) };
  return { body: kind === 'multipart' ? (body as FormData) : new URLSearchParams(body as Record<string, string>).toString() };
}
