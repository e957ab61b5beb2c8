import type { IncomingHttpHeaders } from 'node:http';
import { PassThrough, pipeline, type Writable } from 'node:stream';
import { hasBody, protocolErrors, streamed, type ErrorContent } from '@partner-ordering/http';
import { askAgain, closing, errorAnswerAt, upstreamError, type Answer, type UpstreamFailure } from '../exchange/answers.ts';
import type { BodyConfig } from '../config.ts';
import { Arrival } from '../exchange/arrival.ts';
import { isSmall, readSmall, SMALL_BODY_BYTES, streamBody } from '../exchange/body.ts';
import { codingOf, describeCoding, mayBeCoded, openCoder } from '../exchange/coding.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { answerHeaders, commonHeaders, requestHeaders, type AnswerPolicy } from '../exchange/headers.ts';
import { writeAnswer } from '../exchange/write-answer.ts';
import type { StreamPlace } from './stream-places.ts';
import type { Upstream, UpstreamCall, UpstreamReceiver, UpstreamRequest } from './upstream.ts';

export interface BodyTimes extends BodyConfig {
  nowMs: () => number;
}

/** Called with 0 when a request's turn begins, or with the milliseconds until it may come again when it is refused. */
export type Begin = (refusedForMs: number) => void;

/** Waits for a request's turn. Returns what ends the turn, or the wait for it. */
export type TakeTurn = (begin: Begin) => () => void;

/**
 * Passes a request to its service and the answer back. A body that arrives too slowly is 408; one that gives up its `place` is 429. Small
 * bodies have no place and arrive before their turn, others within it. Returns what ends a waiting answer.
 */
export function forward(
  exchange: Exchange,
  upstream: Upstream,
  { policy, bodies }: { policy: AnswerPolicy; bodies: BodyTimes },
  place: StreamPlace | null,
  takeTurn: TakeTurn | null,
): () => void {
  const relay = new Forwarding(exchange, policy);
  pass(relay, upstream, bodies, place, takeTurn);
  return () => relay.stopWaiting();
}

function pass(relay: Forwarding, upstream: Upstream, times: BodyTimes, place: StreamPlace | null, takeTurn: TakeTurn | null): void {
  const { exchange } = relay;
  const { request } = exchange;
  const call = { method: exchange.method, target: exchange.target, headers: requestHeaders(exchange), body: null };
  if (!hasBody(request.headers)) return send(relay, upstream, call, takeTurn);
  if (isSmall(request))
    return readSmall(request, times.smallTimeoutMs, (body) =>
      body === null ? relay.endBody(protocolErrors.requestTimeout) : send(relay, upstream, { ...call, body }, takeTurn),
    );
  const giveUp = (): void => relay.endBody(protocolErrors.requestTimeout);
  const arrival = new Arrival(times, giveUp, times.nowMs);
  const timer = setTimeout(giveUp, times.wholeTimeoutMs).unref();
  request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  const giveWay = (): void => relay.endBody(protocolErrors.tooManyRequests(1000));
  // One that waits for its turn gives way first.
  if (place) place.stream = { leftMs: () => (relay.call === null ? 0 : arrival.leftMs), isLate: () => arrival.isLate, giveWay };
  send(relay, upstream, { ...call, body: () => streamBody(request, arrival) }, takeTurn);
}

function send(relay: Forwarding, upstream: Upstream, request: UpstreamRequest, takeTurn: TakeTurn | null): void {
  const { path, response, atEnd } = relay.exchange;
  if (response.destroyed) return;
  const begin: Begin = (refusedForMs) => {
    if (relay.ended) return;
    if (refusedForMs > 0) return relay.refuse(errorAnswerAt(path, protocolErrors.tooManyRequests(refusedForMs)));
    relay.call = upstream.call(request, relay);
  };
  if (takeTurn === null) begin(0);
  else atEnd.push((relay.leaveTurn = takeTurn(begin)));
  response.on('close', () => {
    if (!relay.ended) relay.call?.cancel();
  });
}

class Forwarding implements UpstreamReceiver {
  exchange: Exchange;
  policy: AnswerPolicy;
  call: UpstreamCall | null = null;
  leaveTurn = (): void => undefined;
  ended = false;
  /** Where the body goes: the response, or what codes it on its way there. */
  body: Writable;

  constructor(exchange: Exchange, policy: AnswerPolicy) {
    this.exchange = exchange;
    this.policy = policy;
    this.body = exchange.response;
  }

  head(status: number, upstream: IncomingHttpHeaders): void {
    const { exchange } = this;
    if (status === 429) {
      this.body = heldBack(exchange.response, this.policy);
      this.leaveTurn();
    }
    const headers = answerHeaders(upstream, commonHeaders(exchange, this.policy, upstream), exchange);
    if (!mayBeCoded(exchange, status, upstream)) return void exchange.response.writeHead(status, headers);
    const coding = codingOf(exchange, status, upstream);
    const described = describeCoding(headers, coding, exchange);
    const begin = (codedBytes?: number): void => {
      if (codedBytes !== undefined) described.push('content-length', String(codedBytes));
      exchange.response.writeHead(status, described);
    };
    if (coding === null || exchange.method === 'HEAD') begin();
    else this.body = openCoder(coding, upstream, this.body, begin);
  }

  data(chunk: Buffer): boolean {
    if (chunk.length > SMALL_BODY_BYTES / 4) streamed(chunk.length);
    if (this.body.write(chunk)) return true;
    this.body.once('drain', () => this.call?.resume());
    return false;
  }

  end(): void {
    this.ended = true;
    this.body.end();
  }

  failed(failure: UpstreamFailure): void {
    this.refuse(errorAnswerAt(this.exchange.path, upstreamError(failure)));
  }

  /** Refuses a body that is still arriving. The rest is not waited for. */
  endBody(error: ErrorContent): void {
    if (this.ended) return;
    this.call?.cancel();
    this.refuse(closing(errorAnswerAt(this.exchange.path, error)));
  }

  /** Ends an answer that waits, as far as it has come. One that has not begun is to be asked for again. */
  stopWaiting(): void {
    if (this.ended) return;
    this.call?.cancel();
    if (this.exchange.response.headersSent) this.end();
    else this.refuse(askAgain(this.exchange));
  }

  /** Once the head is sent, only a broken connection can still report a failure. */
  refuse(answer: Answer): void {
    this.ended = true;
    const { response } = this.exchange;
    if (response.headersSent) response.destroy();
    else writeAnswer(this.exchange, answer, this.policy);
  }
}

/** Takes a service's refusal at once, and passes it on as late as the gateway's own. */
function heldBack(response: Writable, { holdBack }: AnswerPolicy): Writable {
  const refusal = new PassThrough({ construct: (begin) => void holdBack().then(() => begin()) });
  pipeline(refusal, response, () => undefined);
  return refusal;
}
