import { setTimeout as after } from 'node:timers/promises';
import type { Fault } from '@partner-ordering/kernel/faults';
import { Agent, errors, type Dispatcher } from 'undici';
import { decodedBody, decodingRefusal } from './decoding.ts';
import { faults } from './faults.ts';
import { OutboundRefusal } from './refusal.ts';
import { addressCheck, dnsResolve, guardedConnector, literalIn, systemResolve, type AddressCheck, type Resolve } from './resolving.ts';
import { checkedUrl, originOf, redirectOf } from './targets.ts';

const CONNECT_LIMIT_MS = 10_000;
const MAX_HEADER_BYTES = 16_384;

export interface GuardedClientOptions {
  /** In development: HTTP too, and addresses of private networks and of the machine itself (`ALLOW_PRIVATE_TARGETS`). */
  allowPrivate: boolean;
  /** By default the name servers, and with `allowPrivate` whatever the system knows, such as `localhost`. */
  resolve?: Resolve;
  /** An extra origin, `http://host:port`, private ones included, resolved by the system. Redirects to it are refused. */
  allowedOrigin?: string | undefined;
}

/** One call, with its limits. */
export interface GuardedRequest {
  /** `GET` by default. Only a GET follows redirects. */
  method?: 'GET' | 'POST';
  headers?: Readonly<Record<string, string>>;
  /** Bytes are sent as they are, and kept until the answer. */
  body?: string | Buffer;
  /** The most redirects that are followed, 0 by default. With 0 a redirect is an answer like any other. */
  maxRedirects?: number;
  /** The longest body, in bytes, also once its content encodings are undone. */
  maxBytes: number;
  /** The time limit of the whole call, the body included. */
  timeoutMs: number;
  /** Ends the call from outside; its reason is thrown as it is. */
  signal?: AbortSignal;
}

/** An answer. Read `body`; it throws `OutboundRefusal` beyond the limits. */
export interface GuardedAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: AsyncIterable<Buffer>;
}

/** Calls addresses that clients chose. There is one per service. */
export interface GuardedClient {
  /** Throws `OutboundRefusal`. */
  call(url: string, request: GuardedRequest): Promise<GuardedAnswer>;
  /** Why `call` would refuse this address now, or undefined. Resolves names but calls nobody; `call` checks again. */
  refusalOf(url: string, timeoutMs: number): Promise<OutboundRefusal | undefined>;
  close(): Promise<void>;
}

/**
 * A client for addresses that clients chose, which must not reach our own network: HTTPS only, and each connection checks its address. It
 * ignores proxies of the environment, which would resolve names themselves.
 */
export function guardedClient({
  allowPrivate,
  resolve = allowPrivate ? systemResolve : dnsResolve(),
  allowedOrigin,
}: GuardedClientOptions): GuardedClient {
  const guarded = checkedAgent({ allowPrivate, resolve });
  // Connections are kept apart: one that was made to the allowed origin serves no other address.
  const allowed = checkedAgent({ allowPrivate: true, resolve: systemResolve });
  const checkedTarget = (url: string): CheckedTarget => {
    const target = checkedUrl(url, allowPrivate, allowedOrigin);
    return { target, ...(originOf(target) === allowedOrigin ? allowed : guarded) };
  };

  async function call(url: string, request: GuardedRequest): Promise<GuardedAnswer> {
    let { target, agent } = checkedTarget(url);
    // A timer that is cleared: `AbortSignal.timeout` would keep all that belongs to a call until its time is over.
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), request.timeoutMs).unref();
    const stopTimer = () => clearTimeout(timer);
    const signal = request.signal === undefined ? late.signal : AbortSignal.any([request.signal, late.signal]);
    const toRefusal = (error: unknown) => refusalFor(error, { isLate: late.signal.aborted, request });
    try {
      for (let redirects = 0; ; redirects++) {
        const answer = await send(agent, target, request, signal);
        const next = redirectOf(answer, target, request);
        const { statusCode: status, headers } = answer;
        if (next === undefined) return { status, headers, body: limitedBody(answer, request, { toRefusal, stopTimer }) };
        answer.body.on('error', () => undefined).destroy();
        if (redirects >= request.maxRedirects!) throw tooManyRedirects(request.maxRedirects!);
        target = checkedUrl(next, allowPrivate);
        agent = guarded.agent;
      }
    } catch (error) {
      stopTimer();
      throw toRefusal(error);
    }
  }

  async function refusalOf(url: string, timeoutMs: number): Promise<OutboundRefusal | undefined> {
    try {
      const { target, check } = checkedTarget(url);
      const { hostname } = target;
      check.literal(hostname);
      if (literalIn(hostname) === undefined) await withTimeLimit(check.resolved(hostname), timeoutMs);
      return undefined;
    } catch (error) {
      if (error instanceof OutboundRefusal) return error;
      throw error;
    }
  }

  return { call, refusalOf, close: async () => void (await Promise.all([guarded.agent.destroy(), allowed.agent.destroy()])) };
}

/** Opens connections to the addresses that its check lets pass. */
interface CheckedAgent {
  check: AddressCheck;
  agent: Agent;
}

interface CheckedTarget extends CheckedAgent {
  target: URL;
}

function checkedAgent(options: { allowPrivate: boolean; resolve: Resolve }): CheckedAgent {
  const check = addressCheck(options);
  return { check, agent: new Agent({ connect: guardedConnector(check, CONNECT_LIMIT_MS), maxHeaderSize: MAX_HEADER_BYTES }) };
}

const send = (agent: Agent, { origin, pathname, search }: URL, { method = 'GET', headers, body }: GuardedRequest, signal: AbortSignal) =>
  agent.request({
    origin,
    path: pathname + search,
    method,
    headers: { 'user-agent': 'partner-ordering', 'accept-encoding': 'identity', ...headers },
    ...(body === undefined ? {} : { body }),
    signal,
  });

const tooManyRedirects = (max: number) => new OutboundRefusal('redirect', (path) => faults.too_many_redirects(path, { max }));

/** A look-up continues after the caller gives up, since it cannot be ended. */
async function withTimeLimit(lookedUp: Promise<unknown>, timeoutMs: number): Promise<void> {
  const done = new AbortController();
  const late = after(timeoutMs, undefined, { signal: done.signal }).then(() => {
    throw new OutboundRefusal('time', faults.name_lookup_timed_out);
  });
  await Promise.race([lookedUp, late]).finally(() => done.abort());
}

/** The decoded body, as long as it keeps within the limits. */
async function* limitedBody(
  answer: Dispatcher.ResponseData,
  { maxBytes }: GuardedRequest,
  { toRefusal, stopTimer }: { toRefusal: (error: unknown) => unknown; stopTimer: () => void },
) {
  const tooLong = () => new OutboundRefusal('size', (path) => faults.response_too_large(path, { max: maxBytes }));
  const { body, headers } = answer;
  let bytes = 0;
  try {
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLong();
    for await (const chunk of decodedBody(answer) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLong();
      yield chunk;
    }
  } catch (error) {
    throw decodingRefusal(error, headers) ?? toRefusal(error);
  } finally {
    stopTimer();
    body.on('error', () => undefined).destroy();
  }
}

/** By the codes of OpenSSL that Node gives its errors. */
const certificateFaults: Readonly<Record<string, Fault<unknown>>> = {
  CERT_HAS_EXPIRED: faults.certificate_expired,
  CERT_NOT_YET_VALID: faults.certificate_not_yet_valid,
  ERR_TLS_CERT_ALTNAME_INVALID: faults.certificate_name_mismatch,
  DEPTH_ZERO_SELF_SIGNED_CERT: faults.certificate_authority_unknown,
  SELF_SIGNED_CERT_IN_CHAIN: faults.certificate_authority_unknown,
  UNABLE_TO_GET_ISSUER_CERT: faults.certificate_authority_unknown,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: faults.certificate_authority_unknown,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: faults.certificate_chain_incomplete,
};

/** The refusal for a failure; the reason of the caller's signal where that ended the call. */
function refusalFor(error: unknown, { isLate, request }: { isLate: boolean; request: GuardedRequest }): unknown {
  const found = outboundCause(error);
  if (found) return found;
  if (request.signal?.aborted) return request.signal.reason;
  const seconds = request.timeoutMs / 1000;
  if (isLate) return new OutboundRefusal('time', (path) => faults.response_timed_out(path, { seconds }), error);
  if (error instanceof errors.ConnectTimeoutError) return new OutboundRefusal('time', faults.connection_timed_out, error);
  const fault = certificateFaults[(error as NodeJS.ErrnoException).code ?? ''];
  if (fault) return new OutboundRefusal('certificate', fault, error);
  return new OutboundRefusal('unreachable', faults.unreachable, error);
}

/** Node puts the failures of several addresses into one error. */
const outboundCause = (error: unknown): OutboundRefusal | undefined =>
  error instanceof OutboundRefusal ? error : error instanceof AggregateError ? error.errors.map(outboundCause).find(Boolean) : undefined;
