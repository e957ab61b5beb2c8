import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddr from 'proxy-addr';

/** The sender of a request. */
export interface Sender {
  /** The nearest address that is not a trusted proxy. Without trusted proxies it is that of the connection. */
  clientAddress: string;
  /** The address that the client itself names in `X-Forwarded-For`: its end user's. Undefined unless it is one; nothing here trusts it. */
  claimedAddress: string | undefined;
}

/** Says whether an address is that of a trusted proxy. Throws for what is neither an address nor a range. */
export function proxyTrust(trustedProxies: readonly string[]): (address: string) => boolean {
  const isTrusted = proxyAddr.compile(trustedProxies.flatMap(rangesOf));
  // proxy-addr would also accept short and octal spellings of addresses (127.1).
  return (address) => isIP(address) !== 0 && isTrusted(address, 0);
}

/** Finds the client. */
export function senderReader(trustedProxies: readonly string[]): (request: Pick<IncomingMessage, 'headers' | 'socket'>) => Sender {
  const trust = proxyTrust(trustedProxies);
  return ({ headers, socket }) => {
    const connection = plainAddress(socket.remoteAddress);
    // Node joins several headers.
    const header = headers['x-forwarded-for'] as string | undefined;
    if (header === undefined) return { clientAddress: connection, claimedAddress: undefined };
    if (trustedProxies.length === 0 || !trust(connection))
      return { clientAddress: connection, claimedAddress: claimedAddressIn(header, 0) };
    const hops = { headers, socket: { remoteAddress: connection } } as IncomingMessage;
    // Only the last entry can be something other than an address, because reading stops there.
    const addresses = proxyAddr.all(hops, trust).map((address) => plainAddress(address));
    const clientIndex = addresses.findLastIndex((address) => isIP(address) !== 0);
    return { clientAddress: addresses[clientIndex] ?? connection, claimedAddress: claimedAddressIn(header, clientIndex) };
  };
}

/** The entry that the client at this distance has written. */
function claimedAddressIn(header: string, distance: number): string | undefined {
  const entry = plainAddress((header.split(',').at(-1 - distance) ?? '').trim());
  return isIP(entry) === 0 ? undefined : entry;
}

const everyIpv4 = ['0.0.0.0/1', '128.0.0.0/1'];

/** The range as proxy-addr takes it. It would also accept names of ranges, but refuses the range of all addresses. */
function rangesOf(range: string): string[] {
  if (isIP(range.split('/')[0]!) === 0) throw new Error(`Trusted proxy "${range}" is neither an address nor a range`);
  if (range === '0.0.0.0/0') return everyIpv4;
  return range === '::/0' ? ['::/1', '8000::/1', ...everyIpv4] : [range];
}

/** The usual spelling of a connection's address: an IPv4 address may come as an IPv6 one. */
export const plainAddress = (address = '0.0.0.0'): string =>
  address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
