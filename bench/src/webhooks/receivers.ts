import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../worker.ts';

/** Opens a number of servers, each a partner's own, or asks what has arrived since the last time. */
export type ReceiversOrder = { open: number } | 'arrivals';

/** A request: the receiver, the event's id, and when its first byte was read, in milliseconds since 1970 with fractions. */
export type Arrival = readonly [receiver: number, id: string, atMs: number];

export interface ReceiversResult {
  ports: number[];
  arrivals: Arrival[];
}

let arrivals: Arrival[] = [];
const ports: number[] = [];

async function open(index: number): Promise<void> {
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    arrivals.push([index, request.headers['webhook-id'] as string, performance.timeOrigin + performance.now()]);
    request.resume();
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, resolve));
  ports.push((server.address() as AddressInfo).port);
}

answerParent(async (order: ReceiversOrder): Promise<ReceiversResult> => {
  if (order !== 'arrivals') for (let index = 0; index < order.open; index += 1) await open(index);
  const result = { ports, arrivals };
  arrivals = [];
  return result;
});
