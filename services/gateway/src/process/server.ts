import { createServer, STATUS_CODES, type Server } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { MAX_HEADER_BYTES } from '@partner-ordering/service';
import { protocolErrors, type ErrorContent } from '@partner-ordering/http';
import { networkOf } from '@partner-ordering/kernel';
import { REQUEST_TIMEOUT_MS, type GatewayConfig, type TimeoutConfig } from '../config.ts';
import { errorAnswer } from '../exchange/answers.ts';
import { addSecurityHeaders } from '../exchange/headers.ts';
import { plainAddress, proxyTrust } from '../exchange/sender.ts';
import type { ConcurrencyLimits } from '../request/concurrency.ts';
import type { Metrics } from '../request/health.ts';
import { serializePipelined, type RequestHandler } from '../request/pipelining.ts';
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

export interface ConnectionOptions extends Pick<TimeoutConfig, 'silenceTimeoutMs' | 'handshakeTimeoutMs' | 'checkMs'> {
  /** Whether a new connection may stay. */
  admit: (socket: Socket) => boolean;
  /** Its certificate; undefined for a server without TLS. */
  certificate?: (() => Certificate) | undefined;
}

/**
 * The HTTP/1.1 server, over TLS with a certificate. Node's strict parser refuses smuggled lengths and encodings. A running request's
 * connection is cut after `silenceTimeoutMs` without traffic.
 */
export function openServer(handle: RequestHandler, options: ConnectionOptions): Server | TlsServer {
  const { silenceTimeoutMs, admit, certificate } = options;
  const onRequest = serializePipelined(handle);
  const server = certificate ? openSecure(certificate, options) : createServer(connections);
  server.on('request', onRequest).on('checkExpectation', onRequest).setTimeout(silenceTimeoutMs);
  server.on('connection', (socket: Socket) => {
    if (admit(socket)) return;
    // Closed at once: it would count for nobody. Before its handshake there is no way to say why, and a handshake is what costs most.
    if (certificate) socket.destroy();
    else refuse(socket, protocolErrors.tooManyRequests(1000)).once('finish', () => socket.destroy());
  });
  server.on('clientError', (error, socket) => refuseMalformed(error, socket, certificate !== undefined));
  return server;
}

/** Whether a new connection may stay. Counts those of each address, but not those of the proxies, behind which are many clients. */
export function admission(
  { trustedProxies = [] }: GatewayConfig,
  { connections }: ConcurrencyLimits,
  metrics: Metrics,
): (socket: Socket) => boolean {
  const isProxy = proxyTrust(trustedProxies);
  return (socket) => {
    const address = plainAddress(socket.remoteAddress);
    if (isProxy(address)) return true;
    const network = networkOf(address);
    if (!connections.take(network)) {
      metrics.connectionsRefused.inc();
      return false;
    }
    socket.once('close', () => connections.leave(network));
    return true;
  };
}

/** Shows a changed certificate to new connections. */
function openSecure(certificate: () => Certificate, { handshakeTimeoutMs, checkMs }: ConnectionOptions): TlsServer {
  let { cert, key } = certificate();
  const server = createTlsServer({ ...connections, cert, key, handshakeTimeout: handshakeTimeoutMs });
  const timer = setInterval(() => {
    const current = certificate();
    if (current.cert === cert && current.key === key) return;
    ({ cert, key } = current);
    server.setSecureContext({ cert, key });
  }, checkMs).unref();
  return server.on('close', () => clearInterval(timer));
}

function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex, isTls: boolean): void {
  const isHandshake = isTls && !(error.code?.startsWith('HPE_') || error.code === 'ERR_HTTP_REQUEST_TIMEOUT');
  if (error.code === 'ECONNRESET' || isHandshake || !socket.writable) return void socket.destroy();
  refuse(socket, errorOf(error.code), isTls);
}

/** Answers what is no request, or none yet, as the last of its connection. */
function refuse(socket: Duplex, error: ErrorContent, isTls = false): Duplex {
  const { status, headers, body } = errorAnswer(error);
  const ownHeaders = { ...headers, 'content-length': String(Buffer.byteLength(body!)), connection: 'close' };
  const flat = addSecurityHeaders(Object.entries(ownHeaders).flat(), ownHeaders, { isTls });
  const head = flat.map((text, index) => (index % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
  return socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head}\r\n${body!.toString()}`);
}

function errorOf(code: string | undefined): ErrorContent {
  if (code === 'HPE_HEADER_OVERFLOW') return protocolErrors.headTooLarge;
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? protocolErrors.requestTimeout : protocolErrors.notHttp;
}
