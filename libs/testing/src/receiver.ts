import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that a receiver got. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A web server on this machine that stands for a partner's receiver of webhooks. */
export interface Receiver {
  readonly url: string;
  /** Requests, oldest first. */
  readonly received: readonly Received[];
  /** The answer from now on, once the request is read; 204 at first. */
  answer: RequestListener;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answer: RequestListener = (_request, response) => void response.writeHead(204).end();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ method: request.method!, path: request.url!, headers: request.headers, body });
      receiver.answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const close = (): Promise<void> => new Promise((resolve) => (server.close(() => resolve()), server.closeAllConnections()));
  const receiver: Receiver = { url, received, answer, close };
  return receiver;
}
