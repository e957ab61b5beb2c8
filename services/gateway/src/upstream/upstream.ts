import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { connectorWithTimeout, RenewingPool } from '@partner-ordering/service-client';
import { Pool, type Dispatcher } from 'undici';
import type { UpstreamFailure } from '../exchange/answers.ts';
import type { GatewayConfig, TimeoutConfig } from '../config.ts';
import { createStreamSlots, type StreamSlots } from './stream-slots.ts';

/** A request to a service. A streamed body is a function, so that a second attempt starts with an unread one. */
export interface UpstreamRequest {
  method: string;
  /** Path and query. */
  target: string;
  /** Flat list of names and values. */
  headers: string[];
  body: Buffer | null | (() => Readable);
}

/** Receives one answer: `head`, `data`…, `end`. `failed` may come at any point and is the last call. */
export interface UpstreamReceiver {
  head(status: number, headers: IncomingHttpHeaders): void;
  /** false asks to pause; `resume` of the returned call continues. */
  data(chunk: Buffer): boolean;
  end(): void;
  failed(failure: UpstreamFailure): void;
}

export interface UpstreamCall {
  cancel(): void;
  resume(): void;
}

export interface Upstream {
  /** For bodies that are passed on while they arrive. */
  readonly streams: StreamSlots;
  call(request: UpstreamRequest, receiver: UpstreamReceiver): UpstreamCall;
  close(): Promise<void>;
}

interface Instance {
  pool: Pool;
  inFlight: number;
  /** Until then the other instances are preferred: a connect failed, or the instance drains. */
  restUntilMs: number;
}

const MAX_IN_FLIGHT_PER_INSTANCE = 1024;
/** The most streams to a service. A body may arrive slowly, so half of the slots are left to quick requests, even with one instance. */
const MAX_STREAMS = MAX_IN_FLIGHT_PER_INSTANCE / 2;
/** A longer head of an answer counts as broken. */
export const MAX_ANSWER_HEAD_BYTES = 16 * 1024;
const REST_MS = 1000;
/** An instance that drains (see `IDLE_GRACE_MS`) is gone by then. */
const DRAIN_MS = 5000;
/** Connections tried at a service's only address: Kubernetes leads some of them to a pod that is gone for a second or two. */
const TRIES_OF_ONLY_ADDRESS = 3;

/** The services of these routes, by name. Throws an Error for one without an address. */
export function openUpstreams(
  services: GatewayConfig['services'],
  routes: readonly { service: string }[],
  timeouts: TimeoutConfig,
  nowMs: () => number,
): Map<string, Upstream> {
  const upstreams = new Map<string, Upstream>();
  for (const name of new Set(routes.map((route) => route.service))) {
    const urls = services[name] ?? [];
    if (name === 'gateway') continue;
    if (urls.length === 0) throw new Error(`The gateway needs the address of the service "${name}"`);
    upstreams.set(name, openUpstream(urls, timeouts, nowMs));
  }
  return upstreams;
}

/**
 * The instances of one service, used in turn; an only address may stand for several. Another one is tried only if nothing was sent; no
 * request is ever sent twice.
 */
function openUpstream(urls: readonly string[], timeouts: TimeoutConfig, nowMs: () => number): Upstream {
  const tries = urls.length === 1 ? TRIES_OF_ONLY_ADDRESS : urls.length;
  const options = {
    connections: MAX_IN_FLIGHT_PER_INSTANCE,
    pipelining: 1,
    // An instance that ends closes what is still idle after 5 s; see `IDLE_GRACE_MS`.
    keepAliveMaxTimeout: 3_000,
    headersTimeout: timeouts.responseTimeoutMs,
    maxHeaderSize: MAX_ANSWER_HEAD_BYTES,
    bodyTimeout: timeouts.responseTimeoutMs,
    // The tries share one budget.
    connect: connectorWithTimeout(Math.floor(timeouts.connectTimeoutMs / tries)),
  };
  // Of several addresses each is one instance, and `Connection: close` says that it drains.
  const PoolOfUrl = urls.length === 1 ? RenewingPool : Pool;
  const instances = urls.map((url): Instance => ({ pool: new PoolOfUrl(url, options), inFlight: 0, restUntilMs: 0 }));
  const onlyInstance = instances.length === 1 ? Array.from({ length: tries }, () => instances[0]!) : null;
  let turn = 0;
  return {
    streams: createStreamSlots(MAX_STREAMS),
    call(request, receiver) {
      const order = onlyInstance ?? orderOfAttempts(instances, turn++, nowMs());
      return new Call(order, request, receiver, nowMs).start();
    },
    async close() {
      await Promise.all(instances.map((instance) => instance.pool.destroy()));
    },
  };
}

function orderOfAttempts(instances: readonly Instance[], turn: number, nowMs: number): Instance[] {
  const first = turn % instances.length;
  const rotated = [...instances.slice(first), ...instances.slice(0, first)];
  return rotated.sort((one, other) => Number(one.restUntilMs > nowMs) - Number(other.restUntilMs > nowMs));
}

/** A request in progress. It is both undici's handler and the caller's handle, to save objects on the hot path. */
class Call implements UpstreamCall, Dispatcher.DispatchHandler {
  order: readonly Instance[];
  request: UpstreamRequest;
  receiver: UpstreamReceiver;
  nowMs: () => number;
  attempt = 0;
  instance: Instance;
  sent = false;
  canceled = false;
  done = false;
  controller: Dispatcher.DispatchController | null = null;

  constructor(order: readonly Instance[], request: UpstreamRequest, receiver: UpstreamReceiver, nowMs: () => number) {
    this.order = order;
    this.instance = order[0]!;
    this.request = request;
    this.receiver = receiver;
    this.nowMs = nowMs;
  }

  start(): this {
    const { instance } = this;
    if (instance.inFlight >= MAX_IN_FLIGHT_PER_INSTANCE) {
      this.next('overloaded');
      return this;
    }
    const { method, target: path, headers, body } = this.request;
    instance.inFlight += 1;
    // By default undici closes the connection after HEAD. Our services never send a body there.
    const reset = method === 'HEAD' ? { reset: false } : undefined;
    instance.pool.dispatch({ method, path, headers, body: typeof body === 'function' ? body() : body, ...reset }, this);
    return this;
  }

  cancel(): void {
    this.canceled = true;
    this.controller?.abort(new Error('The client closed the connection'));
  }

  resume(): void {
    this.controller?.resume();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.canceled) controller.abort(new Error('The client closed the connection'));
    else this.sent = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (headers.connection === 'close') this.instance.restUntilMs = this.nowMs() + DRAIN_MS;
    if (status >= 200) this.receiver.head(status, headers);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.receiver.data(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.instance.inFlight -= 1;
    this.receiver.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error & { code?: string }): void {
    this.instance.inFlight -= 1;
    if (this.canceled) return;
    // undici checks requests before it connects. No instance would take this one.
    if (error.code === 'UND_ERR_INVALID_ARG') return this.fail('malformed');
    if (!this.sent) {
      this.instance.restUntilMs = this.nowMs() + REST_MS;
      this.next('unavailable');
      return;
    }
    const isTimeout = error.code === 'UND_ERR_HEADERS_TIMEOUT' || error.code === 'UND_ERR_BODY_TIMEOUT';
    this.fail(isTimeout ? 'timeout' : 'broken');
  }

  next(failure: UpstreamFailure): void {
    this.attempt += 1;
    const instance = this.order[this.attempt];
    if (instance === undefined || this.canceled) return this.fail(failure);
    this.instance = instance;
    this.start();
  }

  fail(failure: UpstreamFailure): void {
    if (this.done) return;
    this.done = true;
    this.receiver.failed(failure);
  }
}
