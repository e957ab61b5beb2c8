import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** Opens connections that time out after exactly `timeoutMs`. undici's own timer may be a second late. */
export function connectorWithin(timeoutMs: number): buildConnector.connector {
  // buildConnector returns the socket at once, which its types do not say.
  const open = buildConnector({ timeout: 0, allowH2: false }) as unknown as (...args: Parameters<buildConnector.connector>) => Socket;
  return (options, callback) => {
    const socket = open(options, (...outcome) => {
      clearTimeout(timer);
      callback(...outcome);
    });
    const timer = setTimeout(() => socket.destroy(new Error(`No connection within ${timeoutMs} ms`)), timeoutMs);
  };
}
