import { connect, type Socket } from 'node:net';
import { percentile } from './report.ts';
import { answerParent } from './worker.ts';

const CONNECTIONS = 32;

/** A run of the load generator. */
export interface LoadOrder {
  port: number;
  /** Complete HTTP requests; each connection sends one after the other, chosen at random. */
  requests: readonly string[];
  seconds: number;
}

/** The figures of a run. */
export interface LoadResult {
  count: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}

// A plain HTTP/1.1 client: the CPU time of a library would be taken from both sides, and more from the faster one.

/** Keeps requests in flight until the time is over, and waits for the last answers. Throws after an answer that is not 2xx. */
async function runLoad({ port, requests, seconds }: LoadOrder): Promise<LoadResult> {
  const buffers = requests.map((text) => Buffer.from(text));
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  const work = async (): Promise<void> => {
    const connection = await openConnection(port);
    while (performance.now() < end) {
      const sentAt = performance.now();
      const { status, text } = await connection.send(buffers[Math.floor(Math.random() * buffers.length)]!);
      latencies.push(performance.now() - sentAt);
      if (status > 299) throw new Error(`Port ${port} answered ${text.slice(0, 1000)}`);
    }
    connection.socket.destroy();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  return {
    count: latencies.length,
    seconds: (performance.now() - start) / 1000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
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
    const headText = received.toString('latin1', 0, head);
    const length = /\r\ncontent-length: (\d+)/i.exec(headText)?.[1];
    if (length === undefined) return fail(new Error(`An answer without Content-Length: ${headText}`));
    const total = head + 4 + Number(length);
    if (received.length < total) return;
    const status = Number(headText.slice(9, 12));
    const text = status < 300 ? '' : received.toString('utf8', 0, total);
    received = received.subarray(total);
    waiting?.resolve({ status, text });
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
