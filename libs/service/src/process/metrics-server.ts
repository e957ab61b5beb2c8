import { createServer, type RequestListener } from 'node:http';
import { listenOn } from '../parts/listener.ts';

/** The metrics of a program, in the text format of Prometheus, by path. */
export type MetricsPages = Readonly<Record<string, () => Promise<string>>>;

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves metrics on a port of their own, which no client reaches; port 0 takes any free one. With `isReady` it also answers `/livez` and
 * `/readyz`, without the limits of clients. Rejects with Node's error when the port is in use.
 */
export async function serveMetrics(
  pages: MetricsPages,
  address: { port: number; host: string },
  isReady?: () => boolean,
): Promise<MetricsServer> {
  const server = createServer(answerFrom(pages, isReady));
  const { port } = await listenOn(server, address);
  return {
    port,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

const answerFrom =
  (pages: MetricsPages, isReady?: () => boolean): RequestListener =>
  ({ url }, response) => {
    const answer = (status: number, text: string): void => {
      const headers = {
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      };
      response.writeHead(status, headers).end(text);
    };
    const path = url!.split('?', 1)[0]!;
    if (isReady && path === '/livez') return answer(200, 'live\n');
    if (isReady && path === '/readyz') return isReady() ? answer(200, 'ready\n') : answer(503, 'not ready\n');
    const page = new Map(Object.entries(pages)).get(path);
    if (!page) return answer(404, `There are metrics at ${Object.keys(pages).join(', ')}\n`);
    page().then(
      (text) => answer(200, text),
      () => answer(503, 'The metrics cannot be read now\n'),
    );
  };
