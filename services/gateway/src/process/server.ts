import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import {
  constants,
  createSecureServer,
  type Http2SecureServer,
  type SecureServerOptions,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { MAX_HEADER_BYTES, protocolErrors, type PublicError } from '@partner-ordering/http';
import { REQUEST_TIMEOUT_MS } from '../config.ts';
import { errorAnswer } from '../exchange/answers.ts';
import { addSecurityHeaders } from '../exchange/security-headers.ts';
import { StreamRequest } from '../exchange/stream-request.ts';
import { StreamResponse } from '../exchange/stream-response.ts';
import { oneAfterAnother, type RequestHandler } from '../request/pipeline.ts';
import type { Certificate } from './certificate.ts';

/** Longer than load balancers keep an idle connection (usually 60 s), or they would send on one that is being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const HEADERS_TIMEOUT_MS = 60_000;
/** What a connection of HTTP/2 may ask for. What is beyond it is refused, and who goes on is cut (`ENHANCE_YOUR_CALM`). */
const http2Limits = {
  settings: { maxConcurrentStreams: 100, maxHeaderListSize: 2 * MAX_HEADER_BYTES, initialWindowSize: 256 * 1024 },
  // A burst, and then so many a second: a reset request has cost us nearly as much as an answered one, and its client nothing.
  ...{ streamResetBurst: 100, streamResetRate: 10 },
  ...{ maxSessionInvalidFrames: 100, maxSessionRejectedStreams: 100 },
};
/** How often it is seen whether there is another certificate, and which connections have ended. */
const CHECK_MS = 1000;

export interface ConnectionOptions {
  silenceTimeoutMs: number;
  handshakeTimeoutMs: number;
  /** Whether a new connection may stay. */
  admit: (socket: Socket) => boolean;
  /** What it shows; undefined for a server without TLS. */
  certificate?: (() => Certificate) | undefined;
}

/**
 * The HTTP server, over TLS with HTTP/2 too if it has a certificate, with limits for each connection. Node's strict parser refuses smuggled lengths and encodings. A connection on which a request
 * runs is cut when for `silenceTimeoutMs` its client neither sends nor takes anything, and nothing is sent to it.
 */
export function openServer(
  handle: RequestHandler,
  { silenceTimeoutMs, handshakeTimeoutMs, admit, certificate }: ConnectionOptions,
): Server | Http2SecureServer {
  const timeouts = { keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS, requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS };
  const onRequest = oneAfterAnother(handle);
  // What Node would answer by itself, without a body: a request without `Host`, and one that expects more than 100.
  const parsing = { maxHeaderSize: MAX_HEADER_BYTES, insecureHTTPParser: false, requireHostHeader: false };
  const options = { ...timeouts, ...parsing };
  const server = certificate
    ? createSecureServer(secureOptions(certificate(), { ...options, handshakeTimeout: handshakeTimeoutMs }))
    : createServer(options);
  if (certificate) renew(server as Http2SecureServer, certificate);
  if (certificate) cutEnded(server as Http2SecureServer);
  const onAny = (request: IncomingMessage | StreamRequest, response: ServerResponse | StreamResponse): void => {
    if (request instanceof StreamRequest) handle(request, response, { isTooMany: false, end: () => undefined });
    else onRequest(request, response as ServerResponse);
  };
  server.on('request', onAny).on('checkExpectation', onAny).setTimeout(silenceTimeoutMs);
  // Refused as any other method; Node would answer it without a body, and of HTTP/1.1 it closes the connection.
  server.on('connect', (request: IncomingMessage | StreamRequest, response: Duplex | StreamResponse) => {
    if (response instanceof StreamResponse) onAny(request, response);
    else response.destroy();
  });
  // A connection of HTTP/2 that speaks may have streams that do not.
  server.on('stream', (stream: ServerHttp2Stream) => stream.setTimeout(silenceTimeoutMs, () => stream.close(constants.NGHTTP2_CANCEL)));
  server.on('connection', (socket: Socket) => {
    if (admit(socket)) return;
    // Closed at once: it would count for nobody. Before its handshake there is no way to say why, and a handshake is what costs most.
    if (certificate) socket.destroy();
    else refuse(socket, protocolErrors.tooManyRequests(1000)).once('finish', () => socket.destroy());
  });
  server.on('clientError', (error, socket) => refuseMalformed(error, socket, certificate !== undefined));
  return server;
}

/** Node makes our requests and responses of what comes by HTTP/2. */
function secureOptions(certificate: Certificate, options: SecureServerOptions): SecureServerOptions {
  const classes = { Http2ServerRequest: StreamRequest, Http2ServerResponse: StreamResponse } as unknown as SecureServerOptions;
  return { ...options, ...shown(certificate), ...http2Limits, ...classes, allowHTTP1: true };
}

const shown = ({ cert, key }: Certificate): Pick<Certificate, 'cert' | 'key'> => ({ cert, key });

/** Node waits for whatever was written to a connection before it closes it, and whoever floods it may read nothing. */
function cutEnded(server: Http2SecureServer): void {
  const sockets = new Map<ServerHttp2Session, Socket>();
  const ended = new Set<ServerHttp2Session>();
  let latest: ServerHttp2Session | undefined;
  server.on('session', (session: ServerHttp2Session) => (latest = session));
  // Comes right after the session that it has begun; one of HTTP/1.1 begins none.
  server.on('secureConnection', (socket: Socket) => {
    const session = latest;
    latest = undefined;
    if (session === undefined) return;
    sockets.set(session, socket);
    socket.once('close', () => (sockets.delete(session), ended.delete(session)));
  });
  const timer = setInterval(() => {
    for (const session of ended) sockets.get(session)?.destroy();
    for (const session of sockets.keys()) if (session.destroyed) ended.add(session);
  }, CHECK_MS).unref();
  server.on('close', () => clearInterval(timer));
}

/** Connections that are open stay as they are. */
function renew(server: Http2SecureServer, certificate: () => Certificate): void {
  let before = certificate();
  const timer = setInterval(() => {
    const current = certificate();
    if (current !== before) server.setSecureContext(shown((before = current)));
  }, CHECK_MS).unref();
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
