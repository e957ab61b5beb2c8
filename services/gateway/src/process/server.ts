import { createServer, STATUS_CODES, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { MAX_HEADER_BYTES, protocolErrors, type PublicError } from '@partner-ordering/http';
import { errorAnswer } from '../exchange/answers.ts';
import { addSecurityHeaders } from '../exchange/security-headers.ts';
import { oneAfterAnother, type RequestHandler } from '../request/pipeline.ts';
import type { Certificate } from './certificate.ts';

/** Longer than load balancers keep an idle connection (usually 60 s), or they would send on one that is being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** Uploads may be large and connections slow. Services that take no files give up on a slow request much earlier. */
const REQUEST_TIMEOUT_MS = 3_600_000;
const HEADERS_TIMEOUT_MS = 60_000;
/** How often it is seen whether there is another certificate. */
const RENEWAL_MS = 1000;

export interface ConnectionOptions {
  silenceTimeoutMs: number;
  handshakeTimeoutMs: number;
  /** Whether a new connection may stay. */
  admit: (socket: Socket) => boolean;
  /** What it shows; undefined for a server without TLS. */
  certificate?: (() => Certificate) | undefined;
}

/**
 * The HTTP server, over TLS if it has a certificate, with limits for each connection. Node's strict parser refuses smuggled lengths and encodings. A connection on which a request
 * runs is cut when for `silenceTimeoutMs` its client neither sends nor takes anything, and nothing is sent to it.
 */
export function openServer(
  handle: RequestHandler,
  { silenceTimeoutMs, handshakeTimeoutMs, admit, certificate }: ConnectionOptions,
): Server | TlsServer {
  const timeouts = { keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS };
  const onRequest = oneAfterAnother(handle);
  // What Node would answer by itself, without a body: a request without `Host`, and one that expects more than 100.
  const parsing = { maxHeaderSize: MAX_HEADER_BYTES, insecureHTTPParser: false, requireHostHeader: false };
  const options = { ...timeouts, ...parsing };
  const server = certificate
    ? createTlsServer({ ...options, ...shown(certificate()), handshakeTimeout: handshakeTimeoutMs }, onRequest)
    : createServer(options, onRequest);
  if (certificate) renew(server as TlsServer, certificate);
  server.on('checkExpectation', onRequest);
  server.timeout = silenceTimeoutMs;
  server.on('connection', (socket: Socket) => {
    if (admit(socket)) return;
    // Closed at once: it would count for nobody. Before its handshake there is no way to say why, and a handshake is what costs most.
    if (certificate) socket.destroy();
    else refuse(socket, protocolErrors.tooManyRequests(1000)).once('finish', () => socket.destroy());
  });
  server.on('clientError', (error, socket) => refuseMalformed(error, socket, certificate !== undefined));
  return server;
}

const shown = ({ cert, key }: Certificate): Pick<Certificate, 'cert' | 'key'> => ({ cert, key });

/** Connections that are open stay as they are. */
function renew(server: TlsServer, certificate: () => Certificate): void {
  let before = certificate();
  const timer = setInterval(() => {
    const current = certificate();
    if (current !== before) server.setSecureContext(shown((before = current)));
  }, RENEWAL_MS).unref();
  server.on('close', () => clearInterval(timer));
}

function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex, isTls: boolean): void {
  const isHandshake = isTls && !(error.code?.startsWith('HPE_') || error.code === 'ERR_HTTP_REQUEST_TIMEOUT');
  if (error.code === 'ECONNRESET' || isHandshake || !socket.writable) return void socket.destroy();
  refuse(socket, errorOf(error.code), isTls);
}

/** Answers what is no request, or none yet, as the last of its connection. */
function refuse(socket: Duplex, error: PublicError, isTls = false): Duplex {
  const { status, headers, body } = errorAnswer(error);
  const given = { ...headers, 'content-length': String(Buffer.byteLength(body!)), connection: 'close' };
  const flat = addSecurityHeaders(Object.entries(given).flat(), given, { isTls });
  const head = flat.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
  return socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body!.toString()}`);
}

function errorOf(code: string | undefined): PublicError {
  if (code === 'HPE_HEADER_OVERFLOW') return protocolErrors.headTooLarge;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? protocolErrors.requestTimeout : protocolErrors.notHttp;
}
