import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A listening server that can be emptied before it stops. */
export interface Listener {
  readonly port: number;
  /** Takes no new connections, answers what is running with `Connection: close`, then resolves. */
  drain(): Promise<void>;
}

// A query parameter may have 16 KiB, three times that when percent-encoded.
const MAX_HEADER_BYTES = 65_536;
const DRAIN_LIMIT_MS = 15_000;
const IDLE_CHECK_MS = 50;
// A connection that has not asked anything by then never will; Node does not count it as idle.
const SILENCE_LIMIT_MS = 500;

const REQUEST_TIMEOUT_MS = 60_000;

/** Listens; port 0 takes any free one. Rejects with Node's error when the port is in use. */
export async function listen(
  handler: RequestListener,
  { port, host }: { port: number; host: string },
  requestTimeout = REQUEST_TIMEOUT_MS,
): Promise<Listener> {
  let draining = false;
  const server = createServer(
    { keepAliveTimeout: 65_000, requestTimeout, headersTimeout: REQUEST_TIMEOUT_MS, maxHeaderSize: MAX_HEADER_BYTES },
    (request, response) => {
      if (draining) response.setHeader('Connection', 'close');
      handler(request, response);
    },
  );
  const silent = new Set<Socket>();
  server.on('connection', (socket) => silent.add(socket.once('close', () => silent.delete(socket))));
  server.on('request', ({ socket }) => silent.delete(socket));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen({ port, host }, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    drain: () => {
      draining = true;
      setTimeout(() => silent.forEach((socket) => socket.destroy()), SILENCE_LIMIT_MS).unref();
      return close(server);
    },
  };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => server.closeAllConnections(), DRAIN_LIMIT_MS).unref();
    // A connection whose request was taken up before the end came becomes idle only with its answer.
    const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    server.close(() => {
      clearTimeout(limit);
      clearInterval(idle);
      resolve();
    });
    server.closeIdleConnections();
  });
}
