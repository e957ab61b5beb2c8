import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

/** The address nearest to us that is not one of our own proxies; without trusted proxies that of the connection. */
export function clientAddressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = proxyAddr.compile(trustedProxies.flatMap(rangesOf));
  // proxy-addr also takes short and octal spellings (127.1) for addresses; here they are none.
  const trust = (address: string, index: number): boolean => isIP(address) !== 0 && isTrusted(address, index);
  return (request) => {
    const connection = plainAddress(request.socket.remoteAddress ?? '0.0.0.0');
    if (trustedProxies.length === 0 || !trust(connection, 0)) return connection;
    const hops = { headers: request.headers, socket: { remoteAddress: connection } } as IncomingMessage;
    // Only the last can be something else than an address, since nothing behind that is looked at.
    const addresses = proxyAddr.all(hops, trust).map(plainAddress);
    return addresses.findLast((address) => isIP(address) !== 0) ?? connection;
  };
}

const everyIpv4 = ['0.0.0.0/1', '128.0.0.0/1'];

/** In the words of proxy-addr, which would also take names of ranges, but refuses the range of all addresses. */
function rangesOf(range: string): string[] {
  if (isIP(range.split('/')[0]!) === 0) throw new Error(`Trusted proxy "${range}" is neither an address nor a range`);
  if (range === '0.0.0.0/0') return everyIpv4;
  return range === '::/0' ? ['::/1', '8000::/1', ...everyIpv4] : [range];
}

const plainAddress = (address: string): string => (address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address);
