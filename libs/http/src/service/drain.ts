import type { Server } from 'node:http';
import type { Server as TlsServer } from 'node:https';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const IDLE_CHECK_MS = 50;
// A connection that has sent no request by then never will. Node does not count it as idle.
const SILENCE_LIMIT_MS = 500;

/**
 * How long a stopping program may still get requests. A client may send on a kept connection, or open one, at the moment of closing, and
 * cannot know whether to send again. So for the first half everything is answered, on connections that are then closed. For the second
 * half the port is closed. At the end the idle connections are closed; the gateway has closed its own by then.
 */
export const IDLE_GRACE_MS = 5_000;

/**
 * Watches a server's connections, so call it before the server listens. The function that it returns takes no new connections, waits until
 * every answer is written, and cuts what is still open after `limitMs`. From its call on the answers must say `Connection: close`.
 */
export function drainOf(server: Server | TlsServer, limitMs: number): (graceMs?: number) => Promise<void> {
  const open = new Set<Socket>();
  const silent = new Map<string, Socket>();
  server.on('connection', (socket: Socket) => {
    const peer = peerOf(socket);
    silent.set(peer, socket);
    open.add(socket);
    socket.once('close', () => (silent.delete(peer), open.delete(socket)));
  });
  const onRequest = ({ socket }: { socket: Peer }): unknown => silent.delete(peerOf(socket));
  for (const event of ['request', 'checkExpectation']) server.on(event, onRequest);

  /** Resolves when the last connection has closed. */
  const close = (idleMs: number, cutMs: number): Promise<void> =>
    new Promise((resolve) => {
      const idleUntil = performance.now() + idleMs;
      const closeIdle = (): void => {
        if (performance.now() >= idleUntil) server.closeIdleConnections();
      };
      setTimeout(() => silent.forEach((socket) => socket.destroy()), idleMs + SILENCE_LIMIT_MS).unref();
      const limit = setTimeout(() => open.forEach((socket) => socket.destroy()), cutMs).unref();
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

/** Over TLS the socket of a request is another one than that of its connection, with the same peer. */
const peerOf = ({ remoteAddress, remotePort }: Peer): string => `${remoteAddress} ${remotePort}`;
