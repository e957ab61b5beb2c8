import { pipeline, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, createBrotliCompress, createGzip, gzip, gzipSync } from 'node:zlib';
import Negotiator from 'negotiator';
import { SMALL_BODY_BYTES } from './body.ts';
import { codedTag } from './entity-tags.ts';
import type { Exchange } from './exchange.ts';

/** A content coding that we apply (RFC 9110, section 8.4.1). */
export type Coding = 'br' | 'gzip';

/** The better one first. */
const codings: readonly Coding[] = ['br', 'gzip'];
const offered: readonly string[] = [...codings, 'identity'];

/** Negotiator since 1.0, which its types do not know: among what the client likes equally, our preference decides. */
interface Chooser {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}

/** What is shorter gains too little for the time that coding takes. */
const MIN_BYTES = 1400;

/** What a short body becomes fits a few of these. With the 16 KiB of zlib the collection of garbage takes as long as the coding. */
const PIECE_BYTES = 2048;

const brotli = (quality: number, windowBits: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: windowBits },
});
/** Take half the time of the usual levels, and are a tenth longer. A window of 256 KiB keeps the memory of an answer small. */
const quick = { br: brotli(1, 18), gzip: { level: 1 } };
const short = { br: { ...quick.br, chunkSize: PIECE_BYTES }, gzip: { ...quick.gzip, chunkSize: PIECE_BYTES } };
/** Of what is coded once and sent often. A higher quality of brotli takes many times the memory while it codes. */
const thorough = { br: brotli(6, 22), gzip: { level: 9 } };
const [brotliInPool, gzipInPool] = [promisify(brotliCompress), promisify(gzip)];

/** The ways to code: as a stream, a short body in this turn, and in the thread pool. */
const coders = {
  br: {
    stream: () => createBrotliCompress(quick.br),
    atOnce: (body: string | Buffer) => brotliCompressSync(body, short.br),
    inPool: (body: Buffer): Promise<Buffer> => brotliInPool(body, thorough.br),
  },
  gzip: {
    stream: () => createGzip(quick.gzip),
    atOnce: (body: string | Buffer) => gzipSync(body, short.gzip),
    inPool: (body: Buffer): Promise<Buffer> => gzipInPool(body, thorough.gzip),
  },
};

type Given = Readonly<Record<string, unknown>>;

/** Texts as they are read by programs. An event stream would wait in the coder; images are compressed already. */
const codedTypes = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b)/i;
const bodyless = new Set([204, 206]);

/**
 * Whether such an answer is ever coded, for `Vary` on short answers and 304 too. Answers with secrets are not, as their coded length would
 * leak them (BREACH), nor files with ranges.
 */
export function mayBeCoded({ queryToken, carriesSecrets }: Exchange, status: number, given: Given): boolean {
  if (queryToken || carriesSecrets || bodyless.has(status) || 'content-encoding' in given || 'accept-ranges' in given) return false;
  if (/\bno-(?:store|transform)\b/i.test(textOf(given['cache-control']))) return false;
  return status === 304 || codedTypes.test(textOf(given['content-type']));
}

/** The coding of an answer that may have one, as the client prefers; null for none. */
export function codingOf({ request }: Exchange, status: number, given: Given, bytes = bytesOf(given)): Coding | null {
  if (request.headers['accept-encoding'] === undefined || status === 304 || bytes <= MIN_BYTES) return null;
  const chosen = (new Negotiator(request) as unknown as Chooser).encoding(offered, { preferred: codings });
  return codings.find((coding) => coding === chosen) ?? null;
}

/** Adds `Vary` and, with a coding, `Content-Encoding` and its own `ETag`, without a length. A 304 repeats the client's tag. */
export function describeCoding(headers: string[], coding: Coding | null, { codedTags }: Exchange): string[] {
  const described: string[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name, value] = [headers[index]!, headers[index + 1]!];
    if (name === 'content-length' && coding !== null) continue;
    if (name === 'etag') described.push(name, coding === null ? (codedTags?.get(value) ?? value) : codedTag(value, coding));
    else described.push(name, value);
  }
  described.push('vary', 'Accept-Encoding');
  if (coding !== null) described.push('content-encoding', coding);
  return described;
}

/**
 * Where the body of an answer is written, to be sent in a coding after its head, which `begin` sends. One whose length is known and small
 * is collected, coded at once and sent in one piece with its head.
 */
export function openCoder(coding: Coding, given: Given, response: Writable, begin: (codedBytes?: number) => void): Writable {
  if (bytesOf(given) > SMALL_BODY_BYTES) {
    begin();
    return openStream(coding, response);
  }
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      const coded = coders[coding].atOnce(Buffer.concat(chunks));
      begin(coded.length);
      response.end(coded);
      done();
    },
  }).on('error', () => response.destroy());
}

function openStream(coding: Coding, response: Writable): Writable {
  const coder = coders[coding].stream();
  // Whoever ends the answer early ends both; what is still written then goes nowhere.
  coder.on('error', () => undefined);
  pipeline(coder, response, () => undefined);
  return coder;
}

const known = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>();

/** A whole body in a coding: a text, which is short, at once. A buffer is sent again, such as a page, and is coded once. */
export async function codedBody(body: string | Buffer, coding: Coding): Promise<Buffer> {
  if (typeof body === 'string') return coders[coding].atOnce(body);
  const ofBody = known.get(body) ?? new Map<Coding, Promise<Buffer>>();
  known.set(body, ofBody);
  const coded = ofBody.get(coding) ?? coders[coding].inPool(body);
  ofBody.set(coding, coded);
  return coded;
}

const bytesOf = (given: Given): number => Number(given['content-length'] ?? Infinity);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
