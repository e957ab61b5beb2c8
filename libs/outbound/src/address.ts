import { isIP } from 'node:net';
import type { Fault } from '@partner-ordering/kernel/faults';
import ipaddr from 'ipaddr.js';
import { faults } from './faults.ts';

/** Ranges, by ipaddr.js, in which a development machine has its own services. */
const privateRanges: readonly string[] = ['private', 'loopback', 'uniqueLocal', 'carrierGradeNat'];

/** All that is routed in the public internet today; the rest of IPv6 is special or not assigned (RFC 4291, IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Metadata addresses of AWS, Google, Alibaba and Azure in allowed ranges. 169.254.169.254 is refused as link-local. */
const metadata = new Set(['fd00:ec2::254', 'fd20:ce::254', '100.100.100.200', '168.63.129.16']);

/**
 * Why an IP address is refused; undefined for public unicast addresses and, with `allowPrivate`, private and loopback ones. Tunnels and
 * translations (6to4, Teredo, NAT64) hide another address and are always refused.
 */
export function addressRefusal(text: string, { allowPrivate }: { allowPrivate: boolean }): Fault<unknown> | undefined {
  if (isIP(text) === 0 || text.includes('%')) return faults.address_not_public;
  const address = ipaddr.process(canonical(text));
  if (metadata.has(address.toString())) return faults.metadata_address;
  const range = address.range();
  if (privateRanges.includes(range)) return allowPrivate ? undefined : faults.address_not_public;
  if (range !== 'unicast') return faults.address_not_public;
  return address.kind() === 'ipv6' && !(address as ipaddr.IPv6).match(globalUnicast) ? faults.address_not_public : undefined;
}

/** ipaddr.js takes `::127.0.0.1` for `::ffff:127.0.0.1`, which is another address; in hexadecimal it does not. */
const canonical = (text: string): string => (text.includes(':') ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text);
