import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const IDLE_CHECK_MS = 50;
// After this time a connection without a request will send none. Node does not count it as idle.
const SILENCE_LIMIT_MS = 500;

/**
 * The time for which a stopping program still takes requests, since clients cannot know whether to repeat them on a closing connection. In
 * the first half every request is answered on a connection that then closes; in the second the port is closed. Then idle connections are
 * closed; gateway and services have closed theirs by then.
 */
export const IDLE_GRACE_MS = 5_000;

/**
 * Watches a server's connections; call it before the server listens. The returned function takes no new connections, waits for all answers,
 * and cuts open ones after `limitMs`. From its call on, answers must say `Connection: close`.
 */
export function drainOf(server: Server | TlsServer, limitMs: number): (graceMs?: number) => Promise<void> {
  const openSockets = new Set<Socket>();
  const silentSockets = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket);
    silentSockets.set(peer, socket);
    openSockets.add(socket);
    socket.once('close', () => (silentSockets.delete(peer), openSockets.delete(socket)));
  });
  const onRequest = ({ socket }: { socket: Peer }): unknown => silentSockets.delete(peerOf(socket));
  for (const event of ['request', 'checkExpectation']) server.on(event, onRequest);

  /** Resolves when the last connection has closed. */
  const close = (idleMs: number, cutMs: number): Promise<void> =>
    new Promise((resolve) => {
      const idleUntil = performance.now() + idleMs;
      const closeIdle = (): void => {
        if (performance.now() >= idleUntil) server.closeIdleConnections();
      };
      setTimeout(() => silentSockets.forEach((socket) => socket.destroy()), idleMs + SILENCE_LIMIT_MS).unref();
      const limit = setTimeout(() => openSockets.forEach((socket) => socket.destroy()), cutMs).unref();
      // A connection that is still answering becomes idle only when the answer has ended.
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

type Peer = Pick<Socket, 'remoteAddress' | 'remotePort'>;

/** Over TLS a request has another socket than its connection, with the same peer. */
const peerOf = ({ remoteAddress, remotePort }: Peer): string => `${remoteAddress} ${remotePort}`;
