import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A partner's web server with a price sheet. */
export interface PriceSheet {
  readonly url: string;
  /** Puts lines under the head of the sheet, in place of those that are there. */
  give(...lines: readonly string[]): void;
  close(): Promise<void>;
}

/** Starts one with an empty sheet. */
export async function startPriceSheet(): Promise<PriceSheet> {
  let text = '';
  const server = createServer((_request, response) => void response.writeHead(200, { 'content-type': 'text/csv' }).end(text));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/prices.csv`,
    give: (...lines) => void (text = ['product,mode,due,skill,amount,currency', ...lines, ''].join('\r\n')),
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
