import { connect, type Socket } from 'node:net';
import { percentile } from './percentile.ts';
import { answerParent } from './worker.ts';

/** A run of the load generator. */
export interface LoadOrder {
  port: number;
  /** Complete HTTP requests; each connection sends one after the other, chosen at random. */
  requests: readonly string[];
  connections: number;
  seconds: number;
}

/** What came of it. */
export interface LoadResult {
  count: number;
  seconds: number;
  /** Latency that half and 99 of 100 requests do not exceed. */
  p50Ms: number;
  p99Ms: number;
  /** The first answer that was no 2xx, with how many there were. */
  failure?: { count: number; first: string };
}

// A plain HTTP/1.1 client: the CPU time of a library would be taken from both sides, and more from the faster one.

/** Keeps `connections` requests under way until the time is over, and waits for the last answers. */
async function runLoad({ port, requests, connections, seconds }: LoadOrder): Promise<LoadResult> {
  const buffers = requests.map((text) => Buffer.from(text));
  const latencies: number[] = [];
  const failures: string[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  const work = async (): Promise<void> => {
    const connection = await openConnection(port);
    while (performance.now() < end) {
      const sentAt = performance.now();
      const { status, text } = await connection.send(buffers[Math.floor(Math.random() * buffers.length)]!);
      latencies.push(performance.now() - sentAt);
      if (status < 200 || status > 299) failures.push(text);
    }
    connection.socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, work));
  const sorted = Float64Array.from(latencies).sort();
  return {
    count: latencies.length,
    seconds: (performance.now() - start) / 1000,
    p50Ms: percentile(sorted, 0.5) ?? 0,
    p99Ms: percentile(sorted, 0.99) ?? 0,
    ...(failures.length > 0 ? { failure: { count: failures.length, first: failures[0]!.slice(0, 1000) } } : {}),
  };
}

interface Connection {
  socket: Socket;
  send(request: Buffer): Promise<{ status: number; text: string }>;
}

async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  let received = Buffer.alloc(0);
  let waiting: PromiseWithResolvers<{ status: number; text: string }> | undefined;
  const fail = (error?: Error): void => waiting?.reject(error ?? new Error('The server closed the connection'));
  socket.on('error', fail).on('close', () => fail());
  socket.on('data', (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const head = received.indexOf('\r\n\r\n');
    if (head < 0) return;
    const text = received.toString('latin1', 0, head);
    const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
    if (length === undefined) return fail(new Error(`An answer without Content-Length: ${text}`));
    const total = head + 4 + Number(length);
    if (received.length < total) return;
    const status = Number(text.slice(9, 12));
    const whole = status < 300 ? '' : received.toString('utf8', 0, total);
    received = received.subarray(total);
    waiting?.resolve({ status, text: whole });
  });
  return {
    socket,
    send: (request) => {
      waiting = Promise.withResolvers();
      socket.write(request);
      return waiting.promise;
    },
  };
}

answerParent(runLoad);
