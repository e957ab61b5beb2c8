import { createServer, STATUS_CODES } from 'node:http';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { MAX_HEADER_BYTES, protocolErrors, type PublicError } from '@partner-ordering/http';
import { errorAnswer } from '../exchange/answers.ts';
import { addSecurityHeaders } from '../exchange/security-headers.ts';
import { oneAfterAnother, type RequestHandler } from '../request/pipeline.ts';

/** Longer than load balancers keep an idle connection (usually 60 s), or they would send on one that is being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Uploads may be large and connections slow. Services that take no files give up on a slow request much earlier. */
const REQUEST_TIMEOUT_MS = 3_600_000;
const HEADERS_TIMEOUT_MS = 60_000;

export interface ConnectionOptions {
  silenceTimeoutMs: number;
  /** Whether a new connection may stay. */
  admit: (socket: Socket) => boolean;
}

/**
 * The HTTP server, with limits for each connection. Node's strict parser refuses smuggled lengths and encodings. A connection on which a request
 * runs is cut when for `silenceTimeoutMs` its client neither sends nor takes anything, and nothing is sent to it.
 */
export function openServer(handle: RequestHandler, { silenceTimeoutMs, admit }: ConnectionOptions): Server {
  const timeouts = { keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS };
  const onRequest = oneAfterAnother(handle);
  // What Node would answer by itself, without a body: a request without `Host`, and one that expects more than 100.
  const parsing = { maxHeaderSize: MAX_HEADER_BYTES, insecureHTTPParser: false, requireHostHeader: false };
  const server = createServer({ ...timeouts, ...parsing }, onRequest).on('checkExpectation', onRequest);
  server.timeout = silenceTimeoutMs;
  server.on('connection', (socket: Socket) => {
    // Closed at once: it would count for nobody.
    if (!admit(socket)) refuse(socket, protocolErrors.tooManyRequests(1000)).once('finish', () => socket.destroy());
  });
  server.on('clientError', refuseMalformed);
  return server;
}

function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  refuse(socket, errorOf(error.code));
}

/** Answers what is no request, or none yet, as the last of its connection. */
function refuse(socket: Duplex, error: PublicError): Duplex {
  const { status, headers, body } = errorAnswer(error);
  const given = { ...headers, 'content-length': String(Buffer.byteLength(body!)), connection: 'close' };
  const flat = addSecurityHeaders(Object.entries(given).flat(), given);
  const head = flat.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
  return socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body!.toString()}`);
}

function errorOf(code: string | undefined): PublicError {
  if (code === 'HPE_HEADER_OVERFLOW') return protocolErrors.headTooLarge;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? protocolErrors.requestTimeout : protocolErrors.notHttp;
}
