import { request, Agent } from 'node:http';
import { text } from 'node:stream/consumers';

/** Does once what is measured. */
export type Ask = () => Promise<void>;

/** A text that a client chose, beside a plain one of the same size. */
export interface Row {
  /** Where it is read. */
  place: string;
  input: string;
  bytes: number;
  hostile: Ask;
  plain: Ask;
}

export interface Sent {
  method?: 'GET' | 'POST';
  /** As it is sent: `fetch` would encode it. */
  path: string;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer | string;
}

const agent = new Agent({ keepAlive: true });

/** Refusals of an address, a rate or a head: what is measured would not have been read. */
const limits = [414, 429, 431];

/** Sends a request. Throws for an error of the server, and for a limit. */
export async function send(port: number, { method = 'GET', path, headers = {}, body = '' }: Sent): Promise<string> {
  const sent = request({
    port,
    host: '127.0.0.1',
    agent,
    method,
    path,
    headers: { 'content-length': Buffer.byteLength(body), ...headers },
  });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  sent.on('error', reject).on('response', (response) => {
    const status = response.statusCode ?? 0;
    text(response).then((answer) => {
      if (status < 500 && !limits.includes(status)) resolve(answer);
      else reject(new Error(`${method} ${path.slice(0, 80)}: ${status} ${answer.slice(0, 300)}`));
    }, reject);
  });
  sent.end(body);
  return promise;
}

/** Repeats a text to about this many bytes. */
export const fill = (piece: string, bytes: number): string => piece.repeat(Math.floor(bytes / Buffer.byteLength(piece)));

export const WORDS = 'lorem ipsum ';
