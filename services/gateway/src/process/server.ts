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
import { Http2Request } from '../exchange/http2-request.ts';
import { Http2Response } from '../exchange/http2-response.ts';
import { oneAfterAnother, type RequestHandler } from '../request/pipeline.ts';
import type { Certificate } from './certificate.ts';

/** Longer than load balancers keep an idle connection (usually 60 s), or they would send on one that is being closed. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const HEADERS_TIMEOUT_MS = 60_000;
const connections = {
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  requestTimeout: REQUEST_TIMEOUT_MS,
  headersTimeout: HEADERS_TIMEOUT_MS,
  maxHeaderSize: MAX_HEADER_BYTES,
  insecureHTTPParser: false,
  // Node would refuse a request without `Host` by itself, without a body.
  requireHostHeader: false,
};
/** What a connection of HTTP/2 may ask for; docs/configuration.md says what is beyond. */
const http2Limits = {
  settings: { maxConcurrentStreams: 100, maxHeaderListSize: 2 * MAX_HEADER_BYTES },
  // A burst, and then so many a second. What nghttp2 chose: a page whose pictures are scrolled away resets hundreds.
  streamResetBurst: 1000,
  streamResetRate: 33,
  maxSessionInvalidFrames: 100,
};

export interface ConnectionOptions {
  silenceTimeoutMs: number;
  handshakeTimeoutMs: number;
  checkMs: number;
  /** Whether a new connection may stay. */
  admit: (socket: Socket) => boolean;
  /** Told of a connection of HTTP/2 that ends by an error or a limit. */
  onCut: (reason: string) => void;
  /** What it shows; undefined for a server without TLS. */
  certificate?: (() => Certificate) | undefined;
}

/**
 * The HTTP server, over TLS with HTTP/2 too if it has a certificate, with limits for each connection. Node's strict parser refuses smuggled
 * lengths and encodings. A connection on which a request runs is cut when for `silenceTimeoutMs` its client neither sends nor takes
 * anything, and nothing is sent to it.
 */
export function openServer(handle: RequestHandler, options: ConnectionOptions): Server | Http2SecureServer {
  const { silenceTimeoutMs, admit, certificate } = options;
  const onRequest = oneAfterAnother(handle);
  const server = certificate ? openSecure(certificate, options) : createServer(connections);
  const onAny = (request: IncomingMessage | Http2Request, response: ServerResponse | Http2Response): void => {
    if (request instanceof Http2Request) handle(request, response, { isTooMany: false, end: () => undefined });
    else onRequest(request, response as ServerResponse);
  };
  server.on('request', onAny).on('checkExpectation', onAny).setTimeout(silenceTimeoutMs);
  // Refused as any other method; Node would answer it without a body, and of HTTP/1.1 it closes the connection.
  server.on('connect', (request: IncomingMessage | Http2Request, response: Duplex | Http2Response) => {
    if (response instanceof Http2Response) onAny(request, response);
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

/** Over TLS, by HTTP/1.1 and HTTP/2; Node makes our requests and responses of what comes by the latter. */
function openSecure(certificate: () => Certificate, options: ConnectionOptions): Http2SecureServer {
  const { handshakeTimeoutMs, checkMs, onCut } = options;
  const classes = { Http2ServerRequest: Http2Request, Http2ServerResponse: Http2Response } as unknown as SecureServerOptions;
  const limits = { ...connections, ...http2Limits, handshakeTimeout: handshakeTimeoutMs };
  const server = createSecureServer({ ...limits, ...shown(certificate()), ...classes, allowHTTP1: true });
  server.on('sessionError', ({ code }: NodeJS.ErrnoException) => onCut(code ?? 'unknown'));
  renew(server, certificate, checkMs);
  cutEnded(server, options);
  return server;
}

const shown = ({ cert, key }: Certificate): Pick<Certificate, 'cert' | 'key'> => ({ cert, key });

/**
 * Node waits for whatever was written to a connection before it closes it, without a limit, and whoever floods it may take nothing. One
 * that ended in order may still have answers under way to a slow client.
 */
function cutEnded(server: Http2SecureServer, { silenceTimeoutMs, checkMs }: ConnectionOptions): void {
  const sockets = new Map<ServerHttp2Session, Socket>();
  let latest: ServerHttp2Session | undefined;
  server.on('session', (session: ServerHttp2Session) => (latest = session));
  // Comes right after the session that it has begun; one of HTTP/1.1 begins none.
  server.on('secureConnection', (socket: Socket) => {
    const session = latest;
    latest = undefined;
    if (session === undefined) return;
    sockets.set(session, socket);
    socket.once('close', () => sockets.delete(session));
  });
  const timer = setInterval(() => {
    for (const [session, socket] of sockets) {
      if (!session.destroyed) continue;
      sockets.delete(session);
      setTimeout(() => socket.destroy(), session.closed ? silenceTimeoutMs : checkMs).unref();
    }
  }, checkMs).unref();
  server.on('close', () => clearInterval(timer));
}

/** Connections that are open stay as they are. */
function renew(server: Http2SecureServer, certificate: () => Certificate, checkMs: number): void {
  let before = certificate();
  const timer = setInterval(() => {
    const current = certificate();
    if (current !== before) server.setSecureContext(shown((before = current)));
  }, checkMs).unref();
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
