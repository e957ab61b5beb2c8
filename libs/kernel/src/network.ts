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

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The addresses of `X-Forwarded-For`. The gateway appends the one that a request came from to what the sender wrote. */
export const forwardedFor = (headers: Headers): string[] =>
  String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((address) => address.trim());

/** The address that a request came from to the gateway; empty behind none. */
export const senderAddress = (headers: Headers): string => forwardedFor(headers).at(-1)!;

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
