import { request } from 'node:http';

/** One request as it is sent. */
export interface WireRequest {
  method: string;
  /** Path and query, percent-encoded. */
  target: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

/** An answer as it came over the wire. */
export interface WireAnswer {
  status: number;
  /** `HTTP/1.1 200 OK` */
  statusLine: string;
  /** Names as they were spelled, in the order of their coming. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
}

/**
 * Sends a request on a connection of its own and reads the answer to its end.
 * @param blocks of an answer without an end, so many parts that an empty line follows are read
 */
export function exchange(url: string, { method, target, headers, body }: WireRequest, blocks = Infinity): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': body.length };
    const outgoing = request(url, { method, path: target, headers: { ...headers, ...length }, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        const end = blocks === Infinity ? undefined : endOf(Buffer.concat(chunks), blocks);
        if (end === undefined) return;
        finish(Buffer.concat(chunks).subarray(0, end));
        outgoing.destroy();
      });
      answer.on('error', reject);
      const finish = (read: Buffer): void => {
        const status = answer.statusCode!;
        const statusLine = `HTTP/${answer.httpVersion} ${status} ${answer.statusMessage}`;
        resolve({ status, statusLine, headers: pairs(answer.rawHeaders), body: read });
      };
      answer.on('end', () => finish(Buffer.concat(chunks)));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** Where so many blocks end; undefined while there are fewer. */
function endOf(body: Buffer, blocks: number): number | undefined {
  let end = 0;
  for (let count = 0; count < blocks; count++) {
    const found = body.indexOf('\n\n', end);
    if (found < 0) return undefined;
    end = found + 2;
  }
  return end;
}

/** The first value of a header, whatever its case. */
export const headerOf = ({ headers }: Pick<WireAnswer, 'headers'>, name: string): string | undefined =>
  headers.find(([given]) => given.toLowerCase() === name)?.[1];

function pairs(flat: readonly string[]): [string, string][] {
  const list: [string, string][] = [];
  for (let index = 0; index + 1 < flat.length; index += 2) list.push([flat[index]!, flat[index + 1]!]);
  return list;
}
