import { createHash } from 'node:crypto';
import { isIP } from 'node:net';

/** Of an IPv6 address the first 64 bits are a network; within it a client has any address that it likes. */
const NETWORK_GROUPS = 4;

/** What one end user can be told by: an IPv4 address as it is, the network of an IPv6 address, any other text unchanged. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  // A URL has the one short spelling (RFC 5952), with a mapped IPv4 address in hexadecimal.
  const shortest = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1);
  const [head = '', tail = ''] = shortest.split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].slice(0, NETWORK_GROUPS).join(':');
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

/** Where somebody signs in: an application and a network, as a hash, since addresses are personal data. */
export function placeOf(application: string, address: string): string {
  return createHash('sha256')
    .update(`${application} ${networkOf(address)}`)
    .digest('hex');
}
