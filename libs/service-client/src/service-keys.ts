import type { KeyObject } from 'node:crypto';
import { reread } from '@partner-ordering/kernel';
import { privateKeyIn, publicKeysIn, type Key, type PublicKeys } from './key-pairs.ts';

/** The keys by which a service identifies itself and the others. */
export interface ServiceKeys {
  /** The key that the service signs with now. */
  own(): Key;
  /** The public key of a service with this id; undefined when that service has no such key (any more). */
  publicKey(service: string, kid: string): KeyObject | undefined;
}

export interface ServiceKeysOptions {
  /** Bare name of the service. */
  service: string;
  /** The text of its private key as it is now, see `privateKeyIn`. */
  privateKey: () => string;
  /** The text of the public keys as it is now, see `publicKeysIn`. */
  publicKeys: () => string;
  /** Gets the error of a changed text that cannot be used; the keys before it stay in use. */
  onError?: ((error: unknown) => void) | undefined;
  /** Milliseconds of a clock that never goes back. */
  nowMs?: (() => number) | undefined;
}

/** Parts two texts that are read as one; no key contains it. */
const SEPARATOR = '\0';

/**
 * Keys that may change while the service runs. A new private key is used once its public key is known, so the order of arrival does not
 * matter. Throws an Error that names the variable when the first texts are wrong.
 */
export function serviceKeys({ service, privateKey, publicKeys, onError = () => undefined, nowMs }: ServiceKeysOptions): ServiceKeys {
  const parse = (texts: string, before: Keys | undefined): Keys => {
    const [ownText = '', publicKeysText = ''] = texts.split(SEPARATOR);
    const own = withVariableName('SERVICE_KEY', () => privateKeyIn(ownText.trim()));
    const keysByService = withVariableName('SERVICE_PUBLIC_KEYS', () => publicKeysIn(publicKeysText));
    if (keysByService.get(service)?.has(own.kid)) return { own, publicKeys: keysByService };
    const unknownKey = new Error(`SERVICE_KEY: its public key is not among those of ${service} in SERVICE_PUBLIC_KEYS`);
    if (!before) throw unknownKey;
    onError(unknownKey);
    return { own: before.own, publicKeys: keysByService };
  };
  const keys = reread({ read: () => `${privateKey()}${SEPARATOR}${publicKeys()}`, parse, onError, nowMs });
  return {
    own: () => keys().own,
    publicKey: (owner, kid) => keys().publicKeys.get(owner)?.get(kid) ?? keys(true).publicKeys.get(owner)?.get(kid),
  };
}

interface Keys {
  own: Key;
  publicKeys: PublicKeys;
}

function withVariableName<Result>(variable: string, parse: () => Result): Result {
  try {
    return parse();
  } catch (error) {
    throw new Error(`${variable}: ${(error as Error).message}`, { cause: error });
  }
}
