import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Ranges, by ipaddr.js, in which a development machine has its own services. */
const privateRanges: readonly string[] = ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];

/** All that is routed in the public internet today; the rest of IPv6 is special or not assigned (RFC 4291, IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Where clouds answer with credentials, or with what steers a machine, though the range would be allowed: AWS, Google, Alibaba, Azure.
 * 169.254.169.254 is link-local, and so refused anyway.
 */
const metadata = new Set(['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16']);

/**
 * Why nobody may call this IP address, or undefined for one that may be called: a public unicast address, and with `allowPrivate` those of
 * private networks and of the machine itself. Tunnels and translations (6to4, Teredo, NAT64), which hide another address, are refused
 * always.
 */
export function addressRefusal(text: string, { allowPrivate }: { allowPrivate: boolean }): string | undefined {
  if (isIP(text) === 0 || text.includes('%')) return 'is no IP address';
  const address = ipaddr.process(canonical(text));
  if (metadata.has(address.toString())) return 'is a metadata address';
  const range = address.range();
  if (privateRanges.includes(range)) return allowPrivate ? undefined : 'is not public';
  if (range !== 'unicast') return 'is not public';
  return address.kind() === 'ipv6' && !(address as ipaddr.IPv6).match(globalUnicast) ? 'is not public' : undefined;
}

/** ipaddr.js takes `::127.0.0.1` for `::ffff:127.0.0.1`, which is another address; in hexadecimal it does not. */
const canonical = (text: string): string => (text.includes(':') ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text);
