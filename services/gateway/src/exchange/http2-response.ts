import { constants, type ServerHttp2Stream } from 'node:http2';
import { Writable } from 'node:stream';

/** What is done with the response to a client, whichever HTTP it goes by. */
export interface Outgoing extends Writable {
  readonly headersSent: boolean;
  readonly statusCode: number;
  /** Headers as a flat list of names and values. */
  writeHead(status: number, headers: string[]): unknown;
  /** Bytes of the body that have left; undefined where only `socket` knows. */
  readonly bytesTaken?: number;
  readonly socket?: { bytesWritten: number } | null;
  /** Of HTTP/2 alone: ends it unanswered; the client may send the request again (RFC 9113, section 8.7). */
  refuse?(): void;
}

/** Between two of these it is seen that something was taken. */
const PIECE_BYTES = 16 * 1024;

/** They belong to a connection of HTTP/1.1 (RFC 9113, section 8.2.2). */
const ofConnection = new Set(['connection', 'keep-alive', 'proxy-connection', 'transfer-encoding', 'upgrade']);

/**
 * A response over HTTP/2, as one over HTTP/1.1 is written. Destroying it resets its stream, and the others of the connection go on.
 * Whatever waits for the client waits here: how much it has taken is known for each stream, which the connection would not tell.
 */
export class Http2Response extends Writable implements Outgoing {
  statusCode = 200;
  headersSent = false;
  bytesTaken = 0;
  readonly #stream: ServerHttp2Stream;

  constructor(stream: ServerHttp2Stream) {
    super({ highWaterMark: PIECE_BYTES });
    this.#stream = stream;
    stream.on('error', () => undefined).on('close', () => this.destroy());
    this.on('error', () => undefined);
  }

  writeHead(status: number, headers: readonly string[] = []): this {
    this.statusCode = status;
    if (!this.#isGone) this.#stream.respond({ ':status': status, ...groupedOf(headers) });
    this.headersSent = true;
    return this;
  }

  refuse(): void {
    this.#stream.close(constants.NGHTTP2_REFUSED_STREAM);
  }

  /** Node calls it for a request that expects it. */
  writeContinue(): void {
    if (!this.#isGone) this.#stream.additionalHeaders({ ':status': 100 });
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    // An answer to HEAD, and a status without a body, have ended with their head.
    if (this.#isGone || this.#stream.writableEnded) return done();
    const piece = chunk.subarray(0, PIECE_BYTES);
    this.#stream.write(piece, (error) => {
      if (error) return done(error);
      this.bytesTaken += piece.length;
      if (chunk.length > PIECE_BYTES) this._write(chunk.subarray(PIECE_BYTES), _encoding, done);
      else done();
    });
  }

  override _final(done: (error?: Error | null) => void): void {
    if (!this.headersSent) this.writeHead(this.statusCode);
    if (this.#isGone || this.#stream.writableFinished) done();
    else if (this.#stream.writableEnded) this.#stream.once('finish', () => done());
    else this.#stream.end(() => done());
  }

  /** The rest of a request's body is not waited for once it is answered. */
  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    const stream = this.#stream;
    if (!this.writableFinished) stream.close(constants.NGHTTP2_INTERNAL_ERROR);
    else if (!stream.readableEnded && !stream.endAfterHeaders) stream.close(constants.NGHTTP2_NO_ERROR);
    else stream.resume();
    done(error);
  }

  get #isGone(): boolean {
    return this.#stream.destroyed || this.#stream.closed;
  }
}

/** A flat list of names and values as Node's HTTP/2 takes it. */
function groupedOf(headers: readonly string[]): Record<string, string | string[]> {
  const given: Record<string, string | string[]> = {};
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const [name, value] = [headers[index]!.toLowerCase(), headers[index + 1]!];
    if (!ofConnection.has(name)) given[name] = name in given ? [given[name]!, value].flat() : value;
  }
  return given;
}
