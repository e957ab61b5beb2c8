import type { IncomingMessage } from 'node:http';
import { pipeline, Writable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, createBrotliCompress, createGzip, gzip, gzipSync } from 'node:zlib';
import { isTooLongList } from '@partner-ordering/http';
import Negotiator from 'negotiator';
import { SMALL_BODY_BYTES } from './body.ts';

/** A content coding that the gateway applies (RFC 9110, section 8.4.1). */
export type Encoding = 'br' | 'gzip';

/** The compression that a request asks for. */
export interface Compressible {
  request: IncomingMessage;
  /** The query holds `access_token`: the answer must not be stored, and nobody else may see the query. */
  queryToken: boolean;
  /** The answer may carry a secret. */
  carriesSecrets: boolean;
  /** Tags of the client's compressed answers, by the tag of the uncompressed answer; null if the request has none. */
  encodedTags: ReadonlyMap<string, string> | null;
}

/** In order of preference. */
const encodings: readonly Encoding[] = ['br', 'gzip'];
const offered: readonly string[] = [...encodings, 'identity'];

/** Negotiator since 1.0, missing in its types: our preference decides between codings of equal weight. */
interface Chooser {
  encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined;
}

/** A shorter answer gains too little for the time of its compression. */
const MIN_BYTES = 1400;

/** A compressed short body fits a few pieces. With zlib's 16 KiB, garbage collection would take as long as the compression. */
const PIECE_BYTES = 2048;

const brotli = (quality: number, windowBits: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: windowBits },
});
/** Half the time of the default levels for a tenth more bytes. A window of 256 KiB keeps the memory of an answer small. */
const quickOptions = { br: brotli(1, 18), gzip: { level: 1 } };
const shortBodyOptions = { br: { ...quickOptions.br, chunkSize: PIECE_BYTES }, gzip: { ...quickOptions.gzip, chunkSize: PIECE_BYTES } };
/** For bodies that are compressed once and sent often. A higher quality of brotli takes many times the memory. */
const thoroughOptions = { br: brotli(6, 22), gzip: { level: 9 } };
const [brotliInPool, gzipInPool] = [promisify(brotliCompress), promisify(gzip)];

/** The ways to compress: as a stream, a short body in this turn, and in the thread pool. */
const compressors = {
  br: {
    stream: () => createBrotliCompress(quickOptions.br),
    atOnce: (body: string | Buffer) => brotliCompressSync(body, shortBodyOptions.br),
    inPool: (body: Buffer): Promise<Buffer> => brotliInPool(body, thoroughOptions.br),
  },
  gzip: {
    stream: () => createGzip(quickOptions.gzip),
    atOnce: (body: string | Buffer) => gzipSync(body, shortBodyOptions.gzip),
    inPool: (body: Buffer): Promise<Buffer> => gzipInPool(body, thoroughOptions.gzip),
  },
};

type HeaderFields = Readonly<Record<string, unknown>>;

/** Texts that programs read. An event stream would wait in the compressor; images are compressed already. */
const compressedTypes = /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b)/i;
const bodyless = new Set([204, 206]);

/**
 * Whether such an answer is ever compressed, for `Vary` on short answers and 304 too. Answers with secrets are not, as their length would
 * leak them (BREACH), nor files with ranges.
 */
export function mayBeCompressed({ queryToken, carriesSecrets }: Compressible, status: number, ownHeaders: HeaderFields): boolean {
  if (queryToken || carriesSecrets || bodyless.has(status) || 'content-encoding' in ownHeaders || 'accept-ranges' in ownHeaders)
    return false;
  if (/\bno-(?:store|transform)\b/i.test(String(ownHeaders['cache-control'] ?? ''))) return false;
  return status === 304 || compressedTypes.test(String(ownHeaders['content-type'] ?? ''));
}

/** The encoding of a compressible answer by the client's preference; null for none. */
export function chooseEncoding({ request }: Compressible, status: number, bytes: number): Encoding | null {
  const { 'accept-encoding': header } = request.headers;
  if (header === undefined || status === 304 || bytes <= MIN_BYTES || isTooLongList(String(header))) return null;
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
 * Target for the body of an answer of `bytes`, which is compressed; `begin` sends its head. A small body is collected, compressed at once
 * and sent in one piece with its head.
 */
export function openCompressor(encoding: Encoding, bytes: number, response: Writable, begin: (compressed?: number) => void): Writable {
  if (bytes > SMALL_BODY_BYTES) {
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
  // An answer that ends early ends both streams; later writes are discarded.
  compressor.on('error', () => undefined);
  pipeline(compressor, response, () => undefined);
  return compressor;
}

const compressedBodies = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>();

/** A compressed whole body: a short text at once, a buffer once for all answers, since pages repeat. */
export function compress(body: string | Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
  if (typeof body === 'string') return compressors[encoding].atOnce(body);
  const ofBody = compressedBodies.get(body) ?? new Map<Encoding, Promise<Buffer>>();
  compressedBodies.set(body, ofBody);
  const compressed = ofBody.get(encoding) ?? compressors[encoding].inPool(body);
  ofBody.set(encoding, compressed);
  return compressed;
}

/** The tag of a compressed answer: each representation has its own strong tag (RFC 9110, section 8.8.3.3). */
const encodedTag = (tag: string, encoding: Encoding): string => (tag.startsWith('"') ? `${tag.slice(0, -1)}.${encoding}"` : tag);

/** Replaces the tags of compressed answers in the request, since services and our own operations do not know encodings. */
export function takeEncodedTags({ headers, rawHeaders }: IncomingMessage): ReadonlyMap<string, string> | null {
  if (!headers['if-none-match']?.includes('.') && !headers['if-match']?.includes('.')) return null;
  const encoded = new Map<string, string>();
  for (const name of ['if-none-match', 'if-match'] as const) if (headers[name]) headers[name] = plainTags(headers[name], encoded);
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    if (/^if-(?:none-)?match$/i.test(rawHeaders[index]!)) rawHeaders[index + 1] = plainTags(rawHeaders[index + 1]!, encoded);
  return encoded;
}

/** A list of entity tags (RFC 9110, section 13.1) without the suffixes of encodings. Records the encoded tag of each. */
const plainTags = (tags: string, encoded: Map<string, string>): string =>
  tags.replaceAll(/"([^"]*)\.(?:br|gzip)"/g, (tag, opaque: string) => {
    encoded.set(`"${opaque}"`, tag);
    return `"${opaque}"`;
  });
