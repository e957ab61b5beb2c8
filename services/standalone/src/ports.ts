import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A port of 127.0.0.1 that is ours from now on, so that others can be told of it before its service listens. */
export interface ReservedPort {
  readonly port: number;
  /** Frees it for the service that is to listen on it right now. */
  release(): Promise<void>;
}

/** Reserves a free port of 127.0.0.1. */
export async function reservePort(): Promise<ReservedPort> {
  const server = await listening(0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;
  return { port, release: () => closed(server) };
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
