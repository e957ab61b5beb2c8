import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import { drainOf } from './drain.ts';

/** A listening server that can be drained before it stops. */
export interface Listener {
  readonly port: number;
  /** Takes no new connections, answers what is running with `Connection: close`, then resolves. See `IDLE_GRACE_MS`. */
  drain(graceMs?: number): Promise<void>;
}

/** The longest head of a request, for the gateway too. A query parameter has up to 16 KiB, three times that percent-encoded. */
export const MAX_HEADER_BYTES = 65_536;
const DRAIN_LIMIT_MS = 15_000;

const REQUEST_TIMEOUT_MS = 60_000;
// Longer than the gateway keeps an idle connection.
const KEEP_ALIVE_MS = 10_000;

/** Listens; port 0 takes any free one. Rejects with Node's error when the port is in use. */
export async function listen(
  handler: RequestListener,
  address: { port: number; host: string },
  requestTimeout = REQUEST_TIMEOUT_MS,
): Promise<Listener> {
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout, headersTimeout: REQUEST_TIMEOUT_MS, maxHeaderSize: MAX_HEADER_BYTES },
    handler,
  );
  const drain = drainOf(server, DRAIN_LIMIT_MS);
  const { port } = await listenOn(server, address);
  return {
    port,
    drain: (graceMs) => {
      server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
      return drain(graceMs);
    },
  };
}

/** Makes a server listen and returns its port; 0 takes any free one. Rejects with Node's error when the port is in use. */
export async function listenOn(server: NetServer, address: { port: number; host: string }): Promise<{ port: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(address, resolve);
  await promise;
  // A later error must not be swallowed here.
  server.off('error', reject);
  return { port: (server.address() as AddressInfo).port };
}
