import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { watchClocks } from '@partner-ordering/http';
import type { Counter, Registry } from 'prom-client';
import { errors, type Dispatcher } from 'undici';
import type { UpstreamFailure } from '../exchange/answers.ts';
import { isRead, type Route } from '../exchange/exchange.ts';
import type { GatewayConfig, TimeoutConfig } from '../config.ts';
import { Instances, MAX_IN_FLIGHT_PER_INSTANCE, type Instance, type ServicePlace, type WaitingRequest } from './instances.ts';
import { createStreamSlots, type StreamSlots } from './stream-slots.ts';

/** A request to a service. A streamed body is a function, so that a second attempt starts with an unread one. */
export interface UpstreamRequest {
  method: string;
  /** Path and query. */
  target: string;
  /** Flat list of names and values. */
  headers: string[];
  body: Buffer | null | (() => Readable);
  /** Whether it may be sent twice: a read without an effect. */
  isRepeatable: boolean;
  /** Whether its answer begins soon. Those with files, events or a slot for batches may take long. */
  isPrompt: boolean;
}

/** Whether a GET or HEAD of the route changes nothing. */
export const isRepeatable = ({ method, hasEffect }: Route): boolean => method === 'get' && !hasEffect;

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
  /** See `Instances.skewSeconds`. */
  readonly skewSeconds: () => number;
  close(): Promise<void>;
}

/** The most streams to a service. A body may arrive slowly, so half of the slots are left to quick requests, even with one instance. */
const MAX_STREAMS = MAX_IN_FLIGHT_PER_INSTANCE / 2;

export interface UpstreamOptions {
  timeouts: TimeoutConfig;
  nowMs: () => number;
  /** Count requests that are repeated, and measure clocks, by service. */
  metrics: { repeated: Pick<Counter<'upstream'>, 'inc'>; registry: Registry };
}

/** The services of these routes, by name. Throws an Error for one without an address. */
export function openUpstreams(
  { services, podsSuffix }: Pick<GatewayConfig, 'services' | 'podsSuffix'>,
  routes: readonly { service: string }[],
  options: UpstreamOptions,
): Map<string, Upstream> {
  const upstreams = new Map<string, Upstream>();
  for (const name of new Set(routes.map((route) => route.service))) {
    const urls = services[name] ?? [];
    if (name === 'gateway') continue;
    if (urls.length === 0) throw new Error(`The gateway needs the address of the service "${name}"`);
    const podsName = podsSuffix && new URL(urls[0]!).hostname.replace(/^[^.]+/, `$&${podsSuffix}`);
    upstreams.set(name, openUpstream({ urls, podsName }, name, options));
  }
  watchClocks(options.metrics.registry, () => Object.fromEntries([...upstreams].map(([name, { skewSeconds }]) => [name, skewSeconds()])));
  return upstreams;
}

function openUpstream(place: ServicePlace, name: string, { timeouts, nowMs, metrics: { repeated } }: UpstreamOptions): Upstream {
  const instances = new Instances(place, timeouts, nowMs);
  const way = { instances, firstByteTimeoutMs: timeouts.firstByteTimeoutMs, nowMs, onRepeat: () => repeated.inc({ upstream: name }) };
  return {
    streams: createStreamSlots(MAX_STREAMS),
    call: (request, receiver) => new Call(way, request, receiver).start(),
    skewSeconds: () => instances.skewSeconds(),
    close: () => instances.close(),
  };
}

const failures: ReadonlyMap<string | undefined, UpstreamFailure> = new Map([
  // undici checks requests before it connects. No instance would take this one.
  ['UND_ERR_INVALID_ARG', 'malformed'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
]);

/** What all calls to a service share. */
interface Way {
  instances: Instances;
  firstByteTimeoutMs: number;
  nowMs: () => number;
  onRepeat: () => void;
}

/**
 * A request in progress. It is both undici's handler and the caller's handle, to save objects on the hot path. Another instance is tried
 * if nothing was sent. What was sent and has no answer is repeated once, if it is repeatable and its time is not over.
 */
class Call implements UpstreamCall, WaitingRequest, Dispatcher.DispatchHandler {
  way: Way;
  order: readonly Instance[];
  request: UpstreamRequest;
  receiver: UpstreamReceiver;
  attempt = 0;
  instance: Instance;
  /** When a read without a first byte ends, its repetition included. */
  readonly untilMs: number;
  sent = false;
  hasHead = false;
  isRepeated = false;
  canceled = false;
  done = false;
  controller: Dispatcher.DispatchController | null = null;

  constructor(way: Way, request: UpstreamRequest, receiver: UpstreamReceiver) {
    this.way = way;
    this.order = way.instances.inOrder();
    this.instance = this.order[0]!;
    this.request = request;
    this.receiver = receiver;
    this.untilMs = request.isPrompt && isRead(request) ? way.nowMs() + way.firstByteTimeoutMs : Infinity;
  }

  start(): this {
    const { instance, request, isRepeated } = this;
    if (instance.inFlight >= MAX_IN_FLIGHT_PER_INSTANCE) {
      this.next('overloaded');
      return this;
    }
    const { method, target: path, headers, body } = request;
    instance.inFlight += 1;
    // By default undici closes the connection after HEAD. Our services never send a body there.
    const reset = isRepeated || method === 'HEAD' ? { reset: isRepeated } : undefined;
    const whole = { method, path, headers, body: typeof body === 'function' ? body() : body, ...reset };
    (isRepeated ? instance.freshPool : instance.pool).dispatch(whole, this);
    return this;
  }

  cancel(): void {
    this.canceled = true;
    this.controller?.abort(new Error('The client closed the connection'));
  }

  resume(): void {
    this.controller?.resume();
  }

  expire(): void {
    this.controller?.abort(new errors.HeadersTimeoutError());
  }

  leave(): void {
    if (this.request.isRepeatable && !this.isRepeated) this.controller?.abort(new Error('The instance hangs'));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.canceled) return controller.abort(new Error('The client closed the connection'));
    this.sent = true;
    if (this.request.isPrompt) this.instance.expect(this);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.instance.answered(this, headers.date);
    // A repeated request asks for it.
    if (headers.connection === 'close' && !this.isRepeated) this.instance.drains(this.way.nowMs());
    if (status < 200) return;
    this.hasHead = true;
    this.receiver.head(status, headers);
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
    const failure = failures.get(error.code) ?? 'broken';
    const mayGoOn = failure === 'broken' && !this.hasHead && !this.canceled;
    this.instance.failed(this, mayGoOn);
    if (this.canceled) return;
    if (!mayGoOn) return this.fail(failure);
    if (!this.sent) this.next('unavailable');
    else if (this.request.isRepeatable && !this.isRepeated) this.repeat();
    else this.fail('broken');
  }

  repeat(): void {
    this.way.onRepeat();
    this.order = this.way.instances.inOrder();
    this.instance = this.order[0]!;
    this.attempt = 0;
    this.sent = false;
    this.isRepeated = true;
    this.start();
  }

  next(failure: UpstreamFailure): void {
    this.attempt += 1;
    const instance = this.order[this.attempt];
    if (instance === undefined || this.canceled) return this.fail(failure);
    this.instance = instance;
    this.start();
  }

  /** Nothing was carried out by a request that can be repeated, so the client may repeat it, too. */
  fail(failure: UpstreamFailure): void {
    if (this.done) return;
    this.done = true;
    const isUnknown = failure === 'broken' || failure === 'timeout';
    this.receiver.failed(isUnknown && this.request.isRepeatable ? 'unavailable' : failure);
  }
}
