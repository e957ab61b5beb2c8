import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

const IDLE_CHECK_MS = 50;
// A connection that has not asked anything by then never will; Node does not count it as idle.
const SILENCE_LIMIT_MS = 500;

/**
 * For how long a program that ends may still be asked on idle connections, once on each. A client that keeps connections may send at the very
 * moment that one is closed, and cannot know whether to send again; by then it has used the connection up, or closed it itself.
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
  return (graceMs = 0) =>
    new Promise((resolve) => {
      const graceUntil = performance.now() + graceMs;
      setTimeout(() => silent.forEach((socket) => socket.destroy()), graceMs + SILENCE_LIMIT_MS).unref();
      const limit = setTimeout(() => server.closeAllConnections(), limitMs).unref();
      // A connection whose answer had begun before becomes idle only with its end.
      const idle = setInterval(() => {
        if (performance.now() >= graceUntil) server.closeIdleConnections();
      }, IDLE_CHECK_MS);
      // Not the HTTP server's own close, which closes idle connections at once.
      NetServer.prototype.close.call(server, () => {
        server.close();
        clearTimeout(limit);
        clearInterval(idle);
        resolve();
      });
      if (graceMs === 0) server.closeIdleConnections();
    });
}
