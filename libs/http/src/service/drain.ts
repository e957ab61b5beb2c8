import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const IDLE_CHECK_MS = 50;
// A connection that has not asked anything by then never will; Node does not count it as idle.
const SILENCE_LIMIT_MS = 500;

/**
 * How long a program that ends is still asked. A client that keeps connections may send at the very moment that one is closed, and one that
 * has connected may not be accepted any more; neither can know whether to send again. So for half the time everything is answered, on
 * connections that are then closed, which tells clients to go elsewhere; then the port closes, and at the end what is still idle: the gateway
 * closes that itself before.
 */
export const IDLE_GRACE_MS = 5_000;

/**
 * Watches a server's connections, so call it before the server listens. What it returns takes no new connections, waits until every
 * answer in flight is written, and cuts what is still open after `limitMs`. From then on the answers must say `Connection: close`.
 */
export function drainOf(server: Server, limitMs: number): (graceMs?: number) => Promise<void> {
  const silent = new Set<Socket>();
  server.on('connection', (socket) => silent.add(socket.once('close', () => silent.delete(socket))));
  server.on('request', ({ socket }) => silent.delete(socket));

  /** Resolves when the last connection has closed. */
  const close = (idleMs: number, cutMs: number): Promise<void> =>
    new Promise((resolve) => {
      const idleUntil = performance.now() + idleMs;
      const closeIdle = (): void => void (performance.now() >= idleUntil && server.closeIdleConnections());
      setTimeout(() => silent.forEach((socket) => socket.destroy()), idleMs + SILENCE_LIMIT_MS).unref();
      const limit = setTimeout(() => server.closeAllConnections(), cutMs).unref();
      // A connection whose answer had begun before becomes idle only with its end.
      const idle = setInterval(closeIdle, IDLE_CHECK_MS);
      // Not the HTTP server's own close, which closes idle connections at once.
      NetServer.prototype.close.call(server, () => {
        server.close();
        clearTimeout(limit);
        clearInterval(idle);
        resolve();
      });
      closeIdle();
    });

  return async (graceMs = 0) => {
    if (graceMs > 0) await delay(graceMs / 2);
    await close(graceMs / 2, limitMs - graceMs / 2);
  };
}
