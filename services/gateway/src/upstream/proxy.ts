import type { IncomingHttpHeaders } from 'node:http';
import { hasBody, streamed } from '@partner-ordering/http';
import { errorAnswerAt, upstreamError } from '../exchange/answers.ts';
import type { UpstreamFailure } from '../exchange/answers.ts';
import { isSmall, readSmall, SMALL_BODY_BYTES, streamBody } from '../exchange/body.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { answerHeaders, commonHeaders, requestHeaders } from '../exchange/headers.ts';
import type { AnswerPolicy } from '../exchange/headers.ts';
import { writeAnswer } from '../exchange/write-answer.ts';
import type { Upstream, UpstreamCall, UpstreamReceiver, UpstreamRequest } from './upstream.ts';

/** Passes a request to its service and the answer back. Bodies are streamed in both directions. */
export function forward(exchange: Exchange, upstream: Upstream, policy: AnswerPolicy): void {
  const { request } = exchange;
  const call = { method: exchange.method, target: exchange.target, headers: requestHeaders(exchange), body: null };
  if (!hasBody(request.headers)) send(exchange, upstream, policy, call);
  else if (isSmall(request)) readSmall(request, (body) => send(exchange, upstream, policy, { ...call, body }));
  else send(exchange, upstream, policy, { ...call, body: () => streamBody(request) });
}

function send(exchange: Exchange, upstream: Upstream, policy: AnswerPolicy, request: UpstreamRequest): void {
  const relay = new Forwarding(exchange, policy);
  const call = upstream.call(request, relay);
  relay.call = call;
  exchange.response.on('close', () => {
    if (!relay.ended) call.cancel();
  });
}

class Forwarding implements UpstreamReceiver {
  exchange: Exchange;
  policy: AnswerPolicy;
  call: UpstreamCall | null = null;
  ended = false;

  constructor(exchange: Exchange, policy: AnswerPolicy) {
    this.exchange = exchange;
    this.policy = policy;
  }

  head(status: number, upstream: IncomingHttpHeaders): void {
    const headers = commonHeaders(this.exchange, this.policy);
    this.exchange.response.writeHead(status, answerHeaders(upstream, headers, this.exchange.queryToken));
  }

  data(chunk: Buffer): boolean {
    const { response } = this.exchange;
    if (chunk.length > SMALL_BODY_BYTES / 4) streamed(chunk.length);
    if (response.write(chunk)) return true;
    response.once('drain', () => this.call?.resume());
    return false;
  }

  end(): void {
    this.ended = true;
    this.exchange.response.end();
  }

  /** Once the head is sent, only a broken connection can still report the failure. */
  failed(failure: UpstreamFailure): void {
    this.ended = true;
    const { response } = this.exchange;
    if (response.headersSent) response.destroy();
    else writeAnswer(this.exchange, errorAnswerAt(this.exchange.path, upstreamError(failure)), this.policy);
  }
}
