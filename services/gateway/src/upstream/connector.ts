import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** Opens connections that give up after exactly `timeoutMs`; undici's own timer may be late by a second. */
export function connectorWithin(timeoutMs: number): buildConnector.connector {
  // The types hide that the socket is returned at once.
  const open = buildConnector({ timeout: 0, allowH2: false }) as unknown as (...args: Parameters<buildConnector.connector>) => Socket;
  return (options, callback) => {
    const socket = open(options, (...outcome) => {
      clearTimeout(timer);
      callback(...outcome);
    });
    const timer = setTimeout(() => socket.destroy(new Error(`No connection within ${timeoutMs} ms`)), timeoutMs);
  };
}
