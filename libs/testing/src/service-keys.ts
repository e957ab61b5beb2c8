import type { JsonWebKey } from 'node:crypto';
import { serviceNames } from '@partner-ordering/kernel';
import { keyTokens, newKeyPair, serviceKeys, type KeySets, type ServiceKeys, type ServiceTokens } from '@partner-ordering/service-client';

const pairs = new Map<string, { privateKey: string; publicKey: JsonWebKey }>();

function pairOf(service: string): { privateKey: string; publicKey: JsonWebKey } {
  const pair = pairs.get(service) ?? newKeyPair();
  pairs.set(service, pair);
  return pair;
}

/** The services whose keys a service under test knows. */
const callers = ['gateway', 'notes', ...serviceNames];

/** The keys of a service in this process, by which all services of its tests know each other. */
export function testKeys(service: string): ServiceKeys {
  const sets: KeySets = Object.fromEntries(callers.map((name) => [name, { keys: [pairOf(name).publicKey] }]));
  const publicKeys = JSON.stringify(sets);
  return serviceKeys({ service, privateKey: () => pairOf(service).privateKey, publicKeys: () => publicKeys });
}

/** The tokens that this service shows others in tests: `await tokensOf('ordering').issue('files')`. */
export const tokensOf = (service: string): ServiceTokens => keyTokens({ keys: testKeys(service), service, clock: () => new Date() });
