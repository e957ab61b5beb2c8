import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const IDLE_CHECK_MS = 50;
// A connection that has not asked anything by then never will; Node does not count it as idle.
const SILENCE_LIMIT_MS = 500;

/**
 * Watches a server's connections, so call it before the server listens. What it returns takes no new connections, waits until every
 * answer in flight is written, and cuts what is still open after `limitMs`.
 */
export function drainOf(server: Server, limitMs: number): () => Promise<void> {
  const silent = new Set<Socket>();
  server.on('connection', (socket) => silent.add(socket.once('close', () => silent.delete(socket))));
  server.on('request', ({ socket }) => silent.delete(socket));
  return () =>
    new Promise((resolve) => {
      setTimeout(() => silent.forEach((socket) => socket.destroy()), SILENCE_LIMIT_MS).unref();
      const limit = setTimeout(() => server.closeAllConnections(), limitMs).unref();
      // A connection whose answer had begun before becomes idle only with its end.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
      server.close(() => {
        clearTimeout(limit);
        clearInterval(idle);
        resolve();
      });
    });
}
