import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

/** Finds the client: the nearest address that is not a trusted proxy. Without trusted proxies it is that of the connection. */
export function clientAddressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile(trustedProxies.flatMap(rangesOf));
  // proxy-addr would also accept short and octal spellings of addresses (127.1).
  const trust = (address: string, index: number): boolean => isIP(address) !== 0 && isTrusted(address, index);
  return (request) => {
    const connection = plainAddress(request.socket.remoteAddress ?? '0.0.0.0');
    if (trustedProxies.length === 0 || !trust(connection, 0)) return connection;
    const hops = { headers: request.headers, socket: { remoteAddress: connection } } as IncomingMessage;
    // Only the last entry can be something other than an address, because reading stops there.
    const addresses = proxyAddr.all(hops, trust).map(plainAddress);
    return addresses.findLast((address) => isIP(address) !== 0) ?? connection;
  };
}

const everyIpv4 = ['0.0.0.0/1', '128.0.0.0/1'];

/** The range as proxy-addr takes it. It would also accept names of ranges, but refuses the range of all addresses. */
function rangesOf(range: string): string[] {
  if (isIP(range.split('/')[0]!) === 0) throw new Error(`Trusted proxy "${range}" is neither an address nor a range`);
  if (range === '0.0.0.0/0') return everyIpv4;
  return range === '::/0' ? ['::/1', '8000::/1', ...everyIpv4] : [range];
}

const plainAddress = (address: string): string => (address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address);
