import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerParent } from '../worker.ts';

/** What the process of the receivers is asked: to open servers, each a partner's own; or what has come since. */
export type ReceiversOrder = { open: number } | { arrivals: true } | { count: true };

/** A request: the receiver, the event's id, and when its first byte was read, in milliseconds since 1970 with fractions. */
export type Arrival = readonly [receiver: number, id: string, atMs: number];

export interface ReceiversResult {
  ports?: number[];
  /** Since they were last asked for. */
  arrivals?: Arrival[];
  /** Requests that were answered, since the start. */
  count?: number;
}

let [arrivals, count] = [[] as Arrival[], 0];
const nowMs = (): number => performance.timeOrigin + performance.now();

/** Reads and answers at once. */
const receiver =
  (index: number): RequestListener =>
  (request, response) => {
    arrivals.push([index, request.headers['webhook-id'] as string, nowMs()]);
    request.resume();
    count += 1;
    response.writeHead(204).end();
  };

async function open(receivers: number): Promise<number[]> {
  const ports: number[] = [];
  for (let index = 0; index < receivers; index += 1) {
    const server = createServer({ keepAliveTimeout: 60_000 }, receiver(index));
    await new Promise<void>((resolve) => server.listen({ port: 0, host: '127.0.0.1' }, resolve));
    ports.push((server.address() as AddressInfo).port);
  }
  return ports;
}

answerParent(async (order: ReceiversOrder): Promise<ReceiversResult> => {
  if ('open' in order) return { ports: await open(order.open) };
  if ('count' in order) return { count };
  const result: ReceiversResult = { arrivals };
  arrivals = [];
  return result;
});
