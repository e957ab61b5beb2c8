import type { IncomingMessage } from 'node:http';
import { pipeline, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, createBrotliCompress, createGzip, gzip, gzipSync } from 'node:zlib';
import Negotiator from 'negotiator';
import { SMALL_BODY_BYTES } from './body.ts';

/** A content coding that we apply (RFC 9110, section 8.4.1). */
export type Encoding = 'br' | 'gzip';

/** What a request says about the compression of its answer. */
export interface Compressible {
  request: IncomingMessage;
  /** The query holds `access_token`: the answer must not be stored, and nobody else may see the query. */
  queryToken: boolean;
  /** The answer may carry a secret. */
  carriesSecrets: boolean;
  /** Tags of compressed answers that the client has, by the tag of the answer itself; null when it sent none. */
  encodedTags: ReadonlyMap<string, string> | null;
}

/** The better one first. */
const encodings: readonly Encoding[] = ['br', 'gzip'];
const offered: readonly string[] = [...encodings, 'identity'];

/** Negotiator since 1.0, which its types do not know: among what the client likes equally, our preference decides. */
interface Chooser {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}

/** What is shorter gains too little for the time that compression takes. */
const MIN_BYTES = 1400;

/** What a short body becomes fits a few of these. With the 16 KiB of zlib the collection of garbage takes as long as the compression. */
const PIECE_BYTES = 2048;

const brotli = (quality: number, windowBits: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: windowBits },
});
/** Take half the time of the usual levels, and are a tenth longer. A window of 256 KiB keeps the memory of an answer small. */
const quick = { br: brotli(1, 18), gzip: { level: 1 } };
const short = { br: { ...quick.br, chunkSize: PIECE_BYTES }, gzip: { ...quick.gzip, chunkSize: PIECE_BYTES } };
/** Of what is compressed once and sent often. A higher quality of brotli takes many times the memory meanwhile. */
const thorough = { br: brotli(6, 22), gzip: { level: 9 } };
const [brotliInPool, gzipInPool] = [promisify(brotliCompress), promisify(gzip)];

/** The ways to compress: as a stream, a short body in this turn, and in the thread pool. */
const compressors = {
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

/** Texts as they are read by programs. An event stream would wait in the compressor; images are compressed already. */
const compressedTypes = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b)/i;
const bodyless = new Set([204, 206]);

/**
 * Whether such an answer is ever compressed, for `Vary` on short answers and 304 too. Answers with secrets are not, as their length would
 * leak them (BREACH), nor files with ranges.
 */
export function mayBeCompressed({ queryToken, carriesSecrets }: Compressible, status: number, given: Given): boolean {
  if (queryToken || carriesSecrets || bodyless.has(status) || 'content-encoding' in given || 'accept-ranges' in given) return false;
  if (/\bno-(?:store|transform)\b/i.test(headerText(given['cache-control']))) return false;
  return status === 304 || compressedTypes.test(headerText(given['content-type']));
}

/** The encoding of an answer that may have one, as the client prefers; null for none. */
export function chooseEncoding({ request }: Compressible, status: number, given: Given, bytes = declaredBytes(given)): Encoding | null {
  if (request.headers['accept-encoding'] === undefined || status === 304 || bytes <= MIN_BYTES) return null;
  const chosen = (new Negotiator(request) as unknown as Chooser).encoding(offered, { preferred: encodings });
  return encodings.find((encoding) => encoding === chosen) ?? null;
}

/** Adds `Vary` and, with an encoding, `Content-Encoding` and its own `ETag`, without a length. A 304 repeats the client's tag. */
export function encodedHeaders(headers: string[], encoding: Encoding | null, { encodedTags }: Compressible): string[] {
  const encoded: string[] = [];
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name, value] = [headers[index]!, headers[index + 1]!];
    if (name === 'content-length' && encoding !== null) continue;
    if (name === 'etag') encoded.push(name, encoding === null ? (encodedTags?.get(value) ?? value) : encodedTag(value, encoding));
    else encoded.push(name, value);
  }
  encoded.push('vary', 'Accept-Encoding');
  if (encoding !== null) encoded.push('content-encoding', encoding);
  return encoded;
}

/**
 * Where the body of an answer is written, to be sent compressed after its head, which `begin` sends. One whose length is known and small
 * is collected, compressed at once and sent in one piece with its head.
 */
export function openCompressor(encoding: Encoding, given: Given, response: Writable, begin: (bytes?: number) => void): Writable {
  if (declaredBytes(given) > SMALL_BODY_BYTES) {
    begin();
    return openStream(encoding, response);
  }
  const chunks: Buffer[] = [];
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
    final(done) {
      const compressed = compressors[encoding].atOnce(Buffer.concat(chunks));
      begin(compressed.length);
      response.end(compressed);
      done();
    },
  }).on('error', () => response.destroy());
}

function openStream(encoding: Encoding, response: Writable): Writable {
  const compressor = compressors[encoding].stream();
  // Whoever ends the answer early ends both; what is still written then goes nowhere.
  compressor.on('error', () => undefined);
  pipeline(compressor, response, () => undefined);
  return compressor;
}

const known = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

/** A whole body, compressed: a text, which is short, at once. A buffer is sent again, such as a page, and is compressed once. */
export function compress(body: string | Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
  if (typeof body === 'string') return compressors[encoding].atOnce(body);
  const ofBody = known.get(body) ?? new Map<Encoding, Promise<Buffer>>();
  known.set(body, ofBody);
  const compressed = ofBody.get(encoding) ?? compressors[encoding].inPool(body);
  ofBody.set(encoding, compressed);
  return compressed;
}

/** The tag of a compressed answer: each representation has its own strong tag (RFC 9110, section 8.8.3.3). */
const encodedTag = (tag: string, encoding: Encoding): string => (tag.startsWith('"') ? `${tag.slice(0, -1)}.${encoding}"` : tag);

/** Services and our own operations know nothing of encodings: the request names the tags of the answers themselves from here on. */
export function takeEncodedTags({ headers, rawHeaders }: IncomingMessage): ReadonlyMap<string, string> | null {
  const given = (['if-none-match', 'if-match'] as const).filter((name) => headers[name]?.includes('.'));
  if (given.length === 0) return null;
  const encoded = new Map<string, string>();
  for (const name of given) headers[name] = plainTags(headers[name]!, encoded);
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    if (/^if-(?:none-)?match$/i.test(rawHeaders[index]!)) rawHeaders[index + 1] = plainTags(rawHeaders[index + 1]!, encoded);
  return encoded;
}

/** A list of entity tags (RFC 9110, section 13.1) without the marks of encodings. Notes the encoded tag of each. */
const plainTags = (tags: string, encoded: Map<string, string>): string =>
  tags.replaceAll(/"([^"]*)\.(?:br|gzip)"/g, (tag, opaque: string) => {
    encoded.set(`"${opaque}"`, tag);
    return `"${opaque}"`;
  });

const declaredBytes = (given: Given): number => Number(given['content-length'] ?? Infinity);
const headerText = (value: unknown): string => (typeof value === 'string' ? value : '');
