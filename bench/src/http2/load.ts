import { connect } from 'node:http2';
import { Agent, request } from 'node:https';
import { answerParent } from '../hostile/child.ts';
import { percentile } from '../percentile.ts';

/** A run of requests over TLS. */
export interface TlsOrder {
  port: number;
  ca: string;
  http: 'HTTP/1.1' | 'HTTP/2';
  connections: number;
  /** Requests that are on their way at the same time, shared by the connections. */
  atOnce: number;
  seconds: number;
  path: string;
  headers: Readonly<Record<string, string>>;
}

/** What came of it. */
export interface TlsResult {
  count: number;
  seconds: number;
  p50Ms: number;
  p99Ms: number;
}

/** Resolves with the status of a whole answer. */
type Ask = () => Promise<number>;

interface Client {
  asks: readonly Ask[];
  close(): void;
}

function overHttp1({ port, ca, connections, path, headers }: TlsOrder): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, ca });
  const ask: Ask = () =>
    new Promise((resolve, reject) => {
      const outgoing = request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
        response.resume().on('end', () => resolve(response.statusCode!)).on('error', reject); // prettier-ignore
      });
      outgoing.on('error', reject).end();
    });
  return { asks: [ask], close: () => agent.destroy() };
}

function overHttp2({ port, ca, connections, path, headers }: TlsOrder): Client {
  const sessions = Array.from({ length: connections }, () => connect(`https://127.0.0.1:${port}`, { ca }));
  const asks = sessions.map(
    (session): Ask =>
      () =>
        new Promise((resolve, reject) => {
          const stream = session.request({ ':path': path, ...headers });
          let status = 0;
          stream.on('response', (given) => (status = Number(given[':status'])));
          stream.resume().on('end', () => resolve(status)).on('error', reject); // prettier-ignore
        }),
  );
  return { asks, close: () => sessions.forEach((session) => session.destroy()) };
}

/** Keeps so many requests on their way until the time is over. Throws on an answer other than 200. */
async function run(order: TlsOrder): Promise<TlsResult> {
  const client = order.http === 'HTTP/2' ? overHttp2(order) : overHttp1(order);
  const latencies: number[] = [];
  const start = performance.now();
  const work = async (index: number): Promise<void> => {
    const ask = client.asks[index % client.asks.length]!;
    while (performance.now() < start + order.seconds * 1000) {
      const sentAt = performance.now();
      const status = await ask();
      if (status !== 200) throw new Error(`${order.http}: an answer of ${status}`);
      latencies.push(performance.now() - sentAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: order.atOnce }, (_, index) => work(index)));
  } finally {
    client.close();
  }
  const seconds = (performance.now() - start) / 1000;
  const sorted = latencies.sort((one, other) => one - other);
  return { count: latencies.length, seconds, p50Ms: percentile(sorted, 0.5) ?? 0, p99Ms: percentile(sorted, 0.99) ?? 0 };
}

answerParent(run);
