import { pipeline, Readable } from 'node:stream';
import type { Answer, StreamedAnswer } from './answers.ts';
import type { Exchange } from './exchange.ts';
import { commonHeaders, isPrivacyHeader } from './headers.ts';
import type { AnswerPolicy } from './headers.ts';

/** Writes one of the gateway's own answers. HEAD gets the head only. */
export function writeAnswer(exchange: Exchange, answer: Answer | StreamedAnswer, policy: AnswerPolicy): void {
  const { response } = exchange;
  if (response.headersSent || response.destroyed) return;
  const headers = commonHeaders(exchange, policy, answer.headers);
  for (const [name, value] of Object.entries(answer.headers)) {
    if (!(exchange.queryToken && isPrivacyHeader(name))) headers.push(name, value);
  }
  if (isStreamed(answer)) {
    response.writeHead(answer.status, headers);
    // A fault in the middle ends the connection, which is all that is left to say.
    pipeline(answer.body, response, () => undefined);
    return;
  }
  const isBodyless = answer.status === 204 || answer.status === 304;
  if (!isBodyless) headers.push('content-length', String(answer.body === null ? 0 : Buffer.byteLength(answer.body)));
  response.writeHead(answer.status, headers);
  response.end(exchange.method === 'HEAD' || isBodyless ? undefined : (answer.body ?? undefined));
}

const isStreamed = (answer: Answer | StreamedAnswer): answer is StreamedAnswer => answer.body instanceof Readable;
