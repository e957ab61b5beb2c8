import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Above what servers use and fetch refuses (up to 10080), below what Linux and macOS give to outgoing connections by default. */
const [FIRST_PORT, END_PORT] = [10_240, 32_768];

/** On macOS a listener on one address does not keep others from all addresses, nor the other way round. */
async function canListen(port: number): Promise<boolean> {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const probe = createServer().listen(port, host);
    try {
      await once(probe, 'listening');
    } catch {
      return false;
    }
    probe.close();
    await once(probe, 'close');
  }
  return true;
}

/** Processes that run beside each other choose from different ports, unless their ids are a multiple of this apart. */
const SHARES = 16;

const chosen = new Set<number>();

/**
 * A free port, for servers whose port must be known in advance or is used again after a restart. Neither outgoing connections nor
 * processes that choose at the same time take it. Use port 0 where possible.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = SHARES * randomInt(FIRST_PORT / SHARES, END_PORT / SHARES) + (process.pid % SHARES);
    if (chosen.has(port)) continue;
    chosen.add(port);
    if (await canListen(port)) return port;
  }
}
