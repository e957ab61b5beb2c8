import { lookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { addressRefusal } from './address.ts';
import { OutboundRefusal } from './refusal.ts';

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>;

/** Asks the system, as everything else on the machine does. */
export const systemResolve: Resolve = (hostname) =>
  new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => (error ? reject(error) : resolve(addresses)));
  });

interface ConnectorOptions {
  allowPrivate: boolean;
  resolve: Resolve;
  timeoutMs: number;
}

/**
 * Opens connections for undici, only to addresses that may be called. A name is resolved once per connection, every one of its addresses is
 * checked, and the socket gets the addresses that were checked: nobody asks again in between. Node never looks up an IP literal, so that is
 * checked before.
 */
export function guardedConnector({ allowPrivate, resolve, timeoutMs }: ConnectorOptions): buildConnector.connector {
  const refusalOf = (address: string) => addressRefusal(address, { allowPrivate });

  async function checkedAddresses(hostname: string): Promise<LookupAddress[]> {
    const addresses = await resolve(hostname).catch((error: unknown) => {
      throw new OutboundRefusal('unreachable', 'is a name that cannot be resolved', error);
    });
    if (addresses.length === 0) throw new OutboundRefusal('unreachable', 'is a name that cannot be resolved');
    for (const { address } of addresses) refuse(refusalOf(address));
    return addresses;
  }

  const guardedLookup: LookupFunction = (hostname, { all }, callback) => {
    checkedAddresses(hostname).then(
      (addresses) => (all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family)),
      (error: unknown) => callback(error as NodeJS.ErrnoException, ''),
    );
  };

  // No HTTP/2: one request is made per answer, and its limits are those of HTTP/1.1.
  const connect = buildConnector({ allowH2: false, lookup: guardedLookup, timeout: timeoutMs });
  return (options, callback) => {
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    try {
      if (isIP(literal)) refuse(refusalOf(literal));
    } catch (error) {
      return callback(error as Error, null);
    }
    connect(options, callback);
  };
}

function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new OutboundRefusal('address', `leads to an address that ${reason}`);
}
