import type { IncomingHttpHeaders } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { Readable } from 'node:stream';

/** What is read of a client's request, whichever HTTP it came by. */
export interface Incoming extends Readable {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly httpVersion: string;
  readonly headers: IncomingHttpHeaders;
  /** Names and values in turn. */
  readonly rawHeaders: string[];
  readonly socket: { remoteAddress?: string | undefined };
  /** The stream of HTTP/2 that it came by; undefined over HTTP/1.1. */
  readonly http2?: { readonly endAfterHeaders: boolean };
}

/**
 * A request of HTTP/2, as one of HTTP/1.1 is read. Node's own class of this kind ends a body that the client has cut off as if it were
 * whole.
 */
export class Http2Request extends Readable implements Incoming {
  readonly httpVersion = '2.0';
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders = {};
  readonly rawHeaders: string[] = [];
  readonly socket: { remoteAddress?: string | undefined; remotePort?: number | undefined };
  readonly http2: ServerHttp2Stream;
  #attached = false;

  constructor(stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _options: undefined, rawHeaders: readonly string[]) {
    super();
    this.http2 = stream;
    this.method = String(headers[':method']);
    this.url = String(headers[':path'] ?? '/');
    const { remoteAddress, remotePort } = stream.session?.socket ?? {};
    this.socket = { remoteAddress, remotePort };
    for (const name in headers) if (!name.startsWith(':')) this.headers[name] = headers[name];
    for (let index = 0; index + 1 < rawHeaders.length; index += 2)
      if (!rawHeaders[index]!.startsWith(':')) this.rawHeaders.push(rawHeaders[index]!, rawHeaders[index + 1]!);
    const authority = headers[':authority'];
    // RFC 9113, section 8.3.1: both may be there if they say the same.
    if (typeof authority === 'string' && this.headers.host !== authority) this.rawHeaders.push('host', authority);
    this.headers.host ??= authority as string | undefined;
    stream.on('error', () => undefined).on('close', () => this.destroy());
  }

  override _read(): void {
    const { http2: stream } = this;
    if (!this.#attached) {
      this.#attached = true;
      stream.on('data', (chunk: Buffer) => this.push(chunk) || stream.pause());
      // It ends too when the client resets it.
      stream.on('end', () => (stream.aborted || stream.rstCode ? this.destroy() : this.push(null)));
    }
    stream.resume();
  }
}
