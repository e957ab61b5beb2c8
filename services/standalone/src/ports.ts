import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { freePort } from '@partner-ordering/embedded-postgres';

/** A port of 127.0.0.1 that stays ours, so that its URL is known before its service listens. */
export interface ReservedPort {
  readonly port: number;
  /** Frees the port for its service. */
  release(): Promise<void>;
}

/** Reserves a free port of 127.0.0.1. */
export async function reservePort(): Promise<ReservedPort> {
  for (;;) {
    const port = await freePort();
    try {
      const server = await listening(port, '127.0.0.1');
      return { port, release: () => closed(server) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error; // else another process was faster
    }
  }
}

/** Rejects with Node's error (`EADDRINUSE` …) when nobody could listen there. */
export async function refuseUsedPort(port: number, host: string): Promise<void> {
  await closed(await listening(port, host));
}

async function listening(port: number, host: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy()).listen(port, host);
  await once(server, 'listening');
  return server;
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  server.close();
  await once(server, 'close');
}
