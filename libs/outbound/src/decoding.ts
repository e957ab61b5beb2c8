import { pipeline, type Duplex, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { faults } from './faults.ts';
import { OutboundRefusal } from './refusal.ts';

// Without zstd: Node's decoder ends after the first of several frames, and drops the rest without an error.
const decoders: ReadonlyMap<string, () => Duplex> = new Map<string, () => Duplex>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);
/** Each takes memory before it has read a byte. */
const MAX_ENCODINGS = 2;
const MAX_SHOWN_CHARACTERS = 100;

/** The body without its content encodings, which some servers use unasked. Throws `OutboundRefusal` for an unknown one. */
export function decodedBody({ body, headers }: Pick<Dispatcher.ResponseData, 'body' | 'headers'>): Readable {
  const encodings = encodingsOf(headers);
  if (encodings.length === 0) return body;
  if (encodings.length > MAX_ENCODINGS || encodings.some((encoding) => !decoders.has(encoding))) throw notDecoded(headers);
  const streams = encodings.map((encoding) => decoders.get(encoding)!());
  // The reader of the last stream gets the error of each.
  return pipeline([body, ...streams.toReversed()], () => undefined) as unknown as Readable;
}

const encodingsOf = (headers: Dispatcher.ResponseData['headers']): string[] =>
  [headers['content-encoding'] ?? []]
    .flat()
    .flatMap((line) => line.split(','))
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');

/** The codes of zlib and Brotli. */
const decoderCode = /^(?:Z_|ERR__ERROR_)/;

/** The refusal of an answer that is not what its encoding says; undefined for any other error. */
export const decodingRefusal = (error: unknown, headers: Dispatcher.ResponseData['headers']): OutboundRefusal | undefined =>
  decoderCode.test((error as NodeJS.ErrnoException).code ?? '') ? notDecoded(headers, error) : undefined;

function notDecoded(headers: Dispatcher.ResponseData['headers'], cause?: unknown): OutboundRefusal {
  const found = encodingsOf(headers).join(', ').slice(0, MAX_SHOWN_CHARACTERS);
  return new OutboundRefusal('encoding', (path) => faults.response_not_decoded(path, { found }), cause);
}
