import { lookup, type LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { addressRefusal } from './address.ts';
import { faults } from './faults.ts';
import { OutboundRefusal } from './refusal.ts';

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Asks the system, as everything else on the machine does. */
export const systemResolve: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

const ANSWER_LIMIT_MS = 1_500;

/**
 * Asks the name servers for many names in parallel; the system's own look-ups would queue behind servers that never answer. Ignores the
 * hosts file and search domains, which name internal hosts.
 * @param servers `address:port`, by default those of the machine
 * @param timeout milliseconds for an answer; doubled for the second try
 */
export function dnsResolve(servers?: readonly string[], timeout = ANSWER_LIMIT_MS): Resolve {
  const resolver = new Resolver({ timeout, tries: 2 });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = [
      ...(ipv4.status === 'fulfilled' ? ipv4.value.map((address) => ({ address, family: 4 })) : []),
      ...(ipv6.status === 'fulfilled' ? ipv6.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
    return found;
  };
}

/** Which addresses may be called. */
export interface AddressCheck {
  /** Throws `OutboundRefusal` for an IP literal that must not be called; says nothing of names. */
  literal(hostname: string): void;
  /** All addresses of a name, each of which may be called. Throws `OutboundRefusal`. */
  resolved(hostname: string): Promise<LookupAddress[]>;
}

export function addressCheck({ allowPrivate, resolve }: { allowPrivate: boolean; resolve: Resolve }): AddressCheck {
  return {
    literal: (hostname) => {
      const literal = literalIn(hostname);
      const fault = literal && addressRefusal(literal, { allowPrivate });
      if (fault) throw new OutboundRefusal('address', fault);
    },
    resolved: async (hostname) => {
      const addresses = await resolve(hostname).catch((error: unknown) => {
        throw new OutboundRefusal('unreachable', faults.name_not_resolved, error);
      });
      if (addresses.length === 0) throw new OutboundRefusal('unreachable', faults.name_not_resolved);
      if (addresses.some(({ address }) => addressRefusal(address, { allowPrivate }) !== undefined))
        throw new OutboundRefusal('address', faults.name_not_resolved);
      return addresses;
    },
  };
}

/** The IP address that a host is, instead of a name. */
export function literalIn(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) ? bare : undefined;
}

/**
 * Opens undici's connections to allowed addresses only. A name is resolved once per connection, and the socket gets the checked addresses,
 * so DNS rebinding fails. Node never looks up an IP literal, so it is checked first.
 */
export function guardedConnector(check: AddressCheck, timeoutMs: number): buildConnector.connector {
  const guardedLookup: LookupFunction = (hostname, { all }, callback) => {
    check.resolved(hostname).then(
      (addresses) => (all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family)),
      (error: unknown) => callback(error as NodeJS.ErrnoException, ''),
    );
  };

  // No HTTP/2: one request is made per answer, and its limits are those of HTTP/1.1.
  const connect = buildConnector({ allowH2: false, lookup: guardedLookup, timeout: timeoutMs });
  return (options, callback) => {
    try {
      check.literal(options.hostname);
    } catch (error) {
      return callback(error as Error, null);
    }
    connect(options, callback);
  };
}
