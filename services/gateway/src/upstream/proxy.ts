import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough, pipeline, type Readable, type Writable } from 'node:stream';
import { announcesBody, protocolErrors, countStreamedBytes, ORGANIZATION_HEADER, type ErrorContent } from '@partner-ordering/http';
import type { BodyConfig } from '../config.ts';
import {
  askAgain,
  closingConnection,
  errorAnswerAt,
  upstreamError,
  writeAnswer,
  type Answer,
  type UpstreamFailure,
} from '../exchange/answers.ts';
import { Arrival, isStreamed, readSmallBody, SMALL_BODY_BYTES, streamBody } from '../exchange/body.ts';
import { chooseEncoding, encodedHeaders, mayBeCompressed, openCompressor } from '../exchange/compression.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { answerHeaders, commonHeaders, requestHeaders, type AnswerPolicy } from '../exchange/headers.ts';
import type { StreamSlot } from './stream-slots.ts';
import { isRepeatable, type Upstream, type UpstreamCall, type UpstreamReceiver, type UpstreamRequest } from './upstream.ts';

export interface BodyTimes extends BodyConfig {
  nowMs: () => number;
}

/** Called with 0 when a request has its slot, or with the milliseconds until a refused client may retry. */
export type OnSlot = (refusedForMs: number) => void;

/** Waits for a request's slot. Returns a function that leaves the slot or ends the wait. */
export type EnterQueue = (onSlot: OnSlot) => () => void;

/** A request that was passed on. */
export interface ForwardedRequest {
  /** Ends a waiting answer with its data so far. If none has arrived, the client asks again. */
  stopWaiting(): void;
}

/** Passes a request to its service and the answer back. Small bodies arrive before it has its slot; others then, with a `streamSlot`. */
export function forward(
  exchange: Exchange,
  upstream: Upstream,
  { policy, bodies }: { policy: AnswerPolicy; bodies: BodyTimes },
  streamSlot: StreamSlot | null,
  enterQueue: EnterQueue | null,
): ForwardedRequest {
  const { request, method, target, operation, isWaiting } = exchange;
  const forwarding = new Forwarding(exchange, upstream, policy, enterQueue);
  const hasBody = announcesBody(request.headers);
  const kind = { isRepeatable: !hasBody && isRepeatable(operation), isPrompt: !isWaiting && !operation.sendsFile };
  const call: UpstreamRequest = { method, target, headers: requestHeaders(exchange), body: null, ...kind };
  if (!hasBody) forwarding.send(call);
  else if (isStreamed(request)) forwarding.send({ ...call, body: arrivingBody(forwarding, streamSlot, bodies), isPrompt: false });
  else
    readSmallBody(request, bodies.smallTimeoutMs, (body) =>
      body === null ? forwarding.endBody(protocolErrors.requestTimeout) : forwarding.send({ ...call, body }),
    );
  return forwarding;
}

/** A body that is passed on while it arrives. One that arrives too slowly is 408; one that gives up its slot is 429. */
function arrivingBody(forwarding: Forwarding, slot: StreamSlot | null, times: BodyTimes): () => Readable {
  const { request } = forwarding.exchange;
  const timeOut = (): void => forwarding.endBody(protocolErrors.requestTimeout);
  const arrival = new Arrival(times, timeOut, times.nowMs);
  const timer = setTimeout(timeOut, times.wholeTimeoutMs).unref();
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  const giveWay = (): void => forwarding.endBody(protocolErrors.tooManyRequests(1000));
  // A body that waits in the queue gives way first.
  if (slot) slot.stream = { leftMs: () => (forwarding.call === null ? 0 : arrival.leftMs), isLate: () => arrival.isLate, giveWay };
  return () => streamBody(request, arrival);
}

class Forwarding implements UpstreamReceiver, ForwardedRequest {
  exchange: Exchange;
  upstream: Upstream;
  policy: AnswerPolicy;
  enterQueue: EnterQueue | null;
  call: UpstreamCall | null = null;
  leaveQueue = (): void => undefined;
  hasEnded = false;
  /** The target of the body: the response, or the compressor in front of it. */
  body: Writable;

  constructor(exchange: Exchange, upstream: Upstream, policy: AnswerPolicy, enterQueue: EnterQueue | null) {
    this.exchange = exchange;
    this.upstream = upstream;
    this.policy = policy;
    this.enterQueue = enterQueue;
    this.body = exchange.response;
  }

  /** Sends the request once it has its slot, and cancels it if the response closes early. */
  send(request: UpstreamRequest): void {
    const { response, atEnd } = this.exchange;
    if (response.destroyed) return;
    const onSlot: OnSlot = (refusedForMs) => {
      if (this.hasEnded) return;
      if (refusedForMs > 0) return this.refuse(protocolErrors.tooManyRequests(refusedForMs));
      this.call = this.upstream.call(request, this);
    };
    if (this.enterQueue === null) onSlot(0);
    else atEnd.push((this.leaveQueue = this.enterQueue(onSlot)));
    atEnd.push(() => {
      if (!this.hasEnded) this.call?.cancel();
    });
  }

  head(status: number, upstream: IncomingHttpHeaders): void {
    const { exchange } = this;
    exchange.organization = upstream[ORGANIZATION_HEADER] as string | undefined;
    if (status === 429) {
      this.body = delayedBody(exchange.response, this.policy);
      this.leaveQueue();
    }
    const headers = answerHeaders(upstream, commonHeaders(exchange, this.policy, upstream), exchange);
    if (!mayBeCompressed(exchange, status, upstream)) return void exchange.response.writeHead(status, headers);
    const bytes = Number(upstream['content-length'] ?? Infinity);
    const encoding = chooseEncoding(exchange, status, bytes);
    const encoded = encodedHeaders(headers, encoding, exchange);
    if (encoding === null || exchange.method === 'HEAD') return void exchange.response.writeHead(status, encoded);
    this.body = openCompressor(encoding, bytes, this.body, (compressed) => {
      if (compressed !== undefined) encoded.push('content-length', String(compressed));
      exchange.response.writeHead(status, encoded);
    });
  }

  data(chunk: Buffer): boolean {
    if (chunk.length > SMALL_BODY_BYTES / 4) countStreamedBytes(chunk.length);
    if (this.body.write(chunk)) return true;
    this.body.once('drain', () => this.call?.resume());
    return false;
  }

  end(): void {
    this.hasEnded = true;
    this.body.end();
  }

  failed(failure: UpstreamFailure): void {
    this.refuse(upstreamError(failure));
  }

  /** Refuses a body that is still arriving, without waiting for the rest. */
  endBody(error: ErrorContent): void {
    if (this.hasEnded) return;
    this.call?.cancel();
    this.refuse(closingConnection(errorAnswerAt(this.exchange, error)));
  }

  stopWaiting(): void {
    if (this.hasEnded) return;
    this.call?.cancel();
    if (this.exchange.response.headersSent) this.end();
    else this.refuse(askAgain(this.exchange));
  }

  /** Once the head is sent, only a broken connection can report a failure. */
  refuse(answer: Answer | ErrorContent): void {
    this.hasEnded = true;
    const { response } = this.exchange;
    if (response.headersSent) response.destroy();
    else writeAnswer(this.exchange, answer, this.policy);
  }
}

/** Reads a service's refusal at once, and sends it as late as the gateway's own. */
function delayedBody(response: Writable, { delayRefusal }: AnswerPolicy): Writable {
  const refusal = new PassThrough({ construct: (begin) => void delayRefusal().then(() => begin()) });
  pipeline(refusal, response, () => undefined);
  return refusal;
}
