import { pipeline, type Transform, type Writable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip, type BrotliOptions, type ZlibOptions } from 'node:zlib';
import Negotiator from 'negotiator';
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

/** What is shorter gains too little. */
const MIN_BYTES = 1024;

// About as fast as gzip's usual level, and shorter. A window of 256 KiB keeps the memory of an answer small.
const brotli: BrotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 } };
const zip: ZlibOptions = { level: 6 };
const whole = { br: promisify(brotliCompress), gzip: promisify(gzip) };

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
export function codingOf(
  { request }: Exchange,
  status: number,
  given: Given,
  bytes = Number(given['content-length'] ?? Infinity),
): Coding | null {
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

/** Where the body of an answer is written, to be sent in a coding. */
export function openCoder(coding: Coding, response: Writable): Transform {
  const coder = coding === 'br' ? createBrotliCompress(brotli) : createGzip(zip);
  // Whoever ends the answer early ends both; what is still written then goes nowhere.
  coder.on('error', () => undefined);
  pipeline(coder, response, () => undefined);
  return coder;
}

const known = new WeakMap<Buffer, Map<Coding, Promise<Buffer>>>();

/** A whole body in a coding. A buffer that is sent again, such as a page, is coded once. */
export function codedBody(body: string | Buffer, coding: Coding): Promise<Buffer> {
  const code = (): Promise<Buffer> => (coding === 'br' ? whole.br(body, brotli) : whole.gzip(body, zip));
  if (typeof body === 'string') return code();
  const ofBody = known.get(body) ?? new Map<Coding, Promise<Buffer>>();
  known.set(body, ofBody);
  const coded = ofBody.get(coding) ?? code();
  ofBody.set(coding, coded);
  return coded;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
