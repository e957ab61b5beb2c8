/** Whether a TCP connection can be made: `node reach.ts host:port …` prints `host:port open` or `host:port closed` for each. */
import { connect } from 'node:net';
import { argv, stdout } from 'node:process';

const LIMIT_MS = 2000;

const isReachable = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host, port, timeout: LIMIT_MS });
    const end = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket
      .on('connect', () => end(true))
      .on('timeout', () => end(false))
      .on('error', () => end(false));
  });

const lines = await Promise.all(
  argv.slice(2).map(async (address) => {
    const [host = '', port = ''] = address.split(':');
    return `${address} ${(await isReachable(host, Number(port))) ? 'open' : 'closed'}`;
  }),
);
stdout.write(`${lines.join('\n')}\n`);
