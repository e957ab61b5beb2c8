import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** The address nearest to us that is not one of our own proxies; without trusted proxies that of the connection. */
export function clientAddressReader(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const trusted = new BlockList();
  for (const proxy of trustedProxies) addRange(trusted, proxy);
  const isTrusted = (address: string): boolean => trusted.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return (request) => {
    let address = plainAddress(request.socket.remoteAddress ?? '0.0.0.0');
    if (trustedProxies.length === 0 || !isTrusted(address)) return address;
    const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',');
    for (const hop of forwarded.reverse()) {
      const candidate = plainAddress(hop.trim());
      if (isIP(candidate) === 0) break;
      address = candidate;
      if (!isTrusted(address)) break;
    }
    return address;
  };
}

function addRange(list: BlockList, range: string): void {
  const [address = '', prefix] = range.split('/');
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(address) === 0) throw new Error(`Trusted proxy "${range}" is neither an address nor a range`);
  if (prefix === undefined) list.addAddress(address, family);
  else list.addSubnet(address, Number(prefix), family);
}

const plainAddress = (address: string): string => (address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address);
