import type { IncomingHttpHeaders } from 'node:http';
import { protocolErrors, type ErrorContent } from '@partner-ordering/http';
import { errorAnswer, upstreamError, type Answer, type UpstreamFailure } from '../exchange/answers.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { answerHeaders } from '../exchange/headers.ts';
import type { UpstreamCall, UpstreamReceiver } from '../upstream/upstream.ts';

/** A result as it stands in the answer to a batch: JSON text, in pieces. */
export type ResultText = readonly Buffer[];

/** Kept free for the result of each action that is still to come: room for any refusal of ours. */
const REFUSAL_BYTES = 1024;
/** The bytes that must be left for an action to run: room for the longest head of an answer (`MAX_ANSWER_HEAD_BYTES`) as JSON text. */
const RUN_BYTES = 64 * 1024;
/** The longest body of one answer. */
const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** Divides the bytes of a batch's answer among its results. */
export class ResultBudget {
  #left: number;
  #actions: number;

  constructor(maxBytes: number, actions: number) {
    // Each result has a comma or a bracket before it, the last one a bracket behind it.
    this.#left = maxBytes - actions - 1;
    this.#actions = actions;
  }

  /** Bytes for the result of the next action; 0 when it must not run. */
  bytesForNext(): number {
    const bytes = this.#left - (this.#actions - 1) * REFUSAL_BYTES;
    return bytes < RUN_BYTES ? 0 : bytes;
  }

  /** The next action has this result. */
  take(result: ResultText): void {
    this.#actions -= 1;
    for (const { length } of result) this.#left -= length;
  }
}

/** The result that an answer of the gateway itself is; 413 if it takes more bytes. */
export function resultOf({ status, headers, body }: Answer, maxBytes = Infinity): ResultText {
  const text = Buffer.from(JSON.stringify({ status, headers, body: body === null ? null : body.toString() }));
  return text.length <= maxBytes ? [text] : resultOf(errorAnswer(protocolErrors.resultTooLarge));
}

/** Streams a service's answer into a result. If it does not fit, a read becomes 413; a write was done, so it keeps its status. */
export class ResultReceiver implements UpstreamReceiver {
  call: UpstreamCall | null = null;
  readonly #method: string;
  readonly #exchange: Exchange;
  readonly #done: (result: ResultText) => void;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  #head: Buffer | null = null;
  #body: Buffer[] = [];
  #bytes = 0;
  #bytesLeft: number;
  #isDone = false;

  constructor(method: string, exchange: Exchange, maxBytes: number, done: (result: ResultText) => void) {
    this.#method = method;
    this.#exchange = exchange;
    this.#bytesLeft = maxBytes;
    this.#done = done;
  }

  head(status: number, headers: IncomingHttpHeaders): void {
    this.#head = Buffer.from(`{"status":${status},"headers":${JSON.stringify(visibleHeaders(headers, this.#exchange))},"body":`);
    this.#bytesLeft -= this.#head.length + '""}'.length;
    const declared = this.#method === 'HEAD' ? 0 : Number(headers['content-length'] ?? 0);
    if (!isText(headers['content-type'])) this.#stop(protocolErrors.notText);
    else if (declared > Math.min(this.#bytesLeft, MAX_BODY_BYTES)) this.#stop(protocolErrors.resultTooLarge);
  }

  data(chunk: Buffer): boolean {
    if (this.#isDone) return true;
    this.#bytes += chunk.length;
    this.#add(this.#decoder.decode(chunk, { stream: true }));
    if (this.#bytesLeft < 0 || this.#bytes > MAX_BODY_BYTES) this.#stop(protocolErrors.resultTooLarge);
    return true;
  }

  end(): void {
    if (this.#isDone) return;
    this.#add(this.#decoder.decode());
    if (this.#bytesLeft < 0) this.#stop(protocolErrors.resultTooLarge);
    else this.#finish(this.#bytes === 0 ? this.#empty() : [this.#head!, Buffer.from('"'), ...this.#body, Buffer.from('"}')]);
  }

  failed(failure: UpstreamFailure): void {
    if (!this.#isDone) this.#stop(upstreamError(failure));
  }

  #add(text: string): void {
    const escaped = Buffer.from(JSON.stringify(text).slice(1, -1));
    this.#bytesLeft -= escaped.length;
    this.#body.push(escaped);
  }

  #stop(error: ErrorContent): void {
    const isRead = this.#method === 'GET' || this.#method === 'HEAD';
    this.#finish(isRead || this.#head === null ? resultOf(errorAnswer(error)) : this.#empty());
    this.call?.cancel();
  }

  #empty(): ResultText {
    return [this.#head!, Buffer.from('null}')];
  }

  #finish(result: ResultText): void {
    this.#isDone = true;
    this.#body = [];
    this.#done(result);
  }
}

/** A result holds the answer as text. Bytes of an image or a PDF would not survive that. */
const isText = (type: string | undefined): boolean =>
  type === undefined || /^(?:text\/|application\/(?:[\w.+-]+\+)?(?:json|xml)\b)/i.test(type);

/** Repeated headers are joined (RFC 9110, section 5.3). `Content-Length` is left out, since the body is text in the result. */
function visibleHeaders(answer: IncomingHttpHeaders, exchange: Exchange): Record<string, string> {
  const flat = answerHeaders(answer, [], exchange);
  const headers: Record<string, string> = {};
  for (let index = 0; index + 1 < flat.length; index += 2) {
    const name = flat[index]!;
    if (name === 'content-length' || name === 'date') continue;
    headers[name] = name in headers ? `${headers[name]}, ${flat[index + 1]!}` : flat[index + 1]!;
  }
  return headers;
}
