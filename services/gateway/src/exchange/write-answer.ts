import { pipeline, Readable } from 'node:stream';
import type { Answer, StreamedAnswer } from './answers.ts';
import { codedBody, codingOf, describeCoding, mayBeCoded } from './coding.ts';
import type { Exchange } from './exchange.ts';
import { commonHeaders, isPrivacyHeader, type AnswerPolicy } from './headers.ts';

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
  const { status, body } = answer;
  const isBodyless = status === 204 || status === 304;
  const bytes = body === null ? 0 : Buffer.byteLength(body);
  if (!isBodyless) headers.push('content-length', String(bytes));
  if (!mayBeCoded(exchange, status, answer.headers)) return send(exchange, status, headers, isBodyless ? null : body);
  const coding = codingOf(exchange, status, answer.headers, bytes);
  const described = describeCoding(headers, coding, exchange);
  if (coding === null || exchange.method === 'HEAD') return send(exchange, status, described, isBodyless ? null : body);
  codedBody(body!, coding).then(
    (coded) => send(exchange, status, [...described, 'content-length', String(coded.length)], coded),
    () => response.destroy(),
  );
}

function send({ method, response }: Exchange, status: number, headers: string[], body: string | Buffer | null): void {
  if (response.destroyed) return;
  response.writeHead(status, headers);
  response.end(method === 'HEAD' ? undefined : (body ?? undefined));
}

const isStreamed = (answer: Answer | StreamedAnswer): answer is StreamedAnswer => answer.body instanceof Readable;
