import { isIP } from 'node:net';

/** The network of an address: IPv4 addresses themselves, the first 64 bits of IPv6 ones, which one user has. Other texts stay as is. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  // A URL has the one short spelling (RFC 5952), with a mapped IPv4 address in hexadecimal.
  const [head = '', tail = ''] = new URL(`http://[${address.replace(/%.*$/, '')}]/`).hostname.slice(1, -1).split('::');
  const [headGroups, tailGroups] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array<string>(8 - headGroups.length - tailGroups.length).fill('0');
  return [...headGroups, ...zeros, ...tailGroups].slice(0, 4).join(':');
}

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
