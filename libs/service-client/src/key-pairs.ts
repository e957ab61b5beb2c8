import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';

/** A key with its id, the thumbprint of the public key (RFC 7638). */
export interface Key {
  kid: string;
  key: KeyObject;
}

/** The public keys of every service, by bare name and by id. */
export type PublicKeys = ReadonlyMap<string, ReadonlyMap<string, KeyObject>>;

/** As `SERVICE_PUBLIC_KEYS` has them: a key set (RFC 7517) for each service. */
export type KeySets = Record<string, { keys: JsonWebKey[] }>;

/** A new private key (Ed25519) as PKCS #8 in PEM, with its public key as JWK. */
export function newKeyPair(): { privateKey: string; publicKey: JsonWebKey } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, publicKey: jwkOf(publicKey) };
}

/** The private key in a text: PKCS #8 in PEM, or a JWK. Throws an Error that does not show it. */
export function privateKeyIn(text: string): Key {
  const key = parsed(() =>
    text.startsWith('{') ? createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' }) : createPrivateKey(text),
  );
  if (key?.asymmetricKeyType !== 'ed25519') throw new Error('must be a private Ed25519 key, PKCS #8 in PEM or a JWK');
  return { kid: kidOf(jwkOf(createPublicKey(key))), key };
}

/** The public key of a private one, as JWK. */
export const publicKeyOf = (privateKey: string): JsonWebKey => jwkOf(createPublicKey(privateKeyIn(privateKey).key));

/** The keys in a text like `{"identity": {"keys": [<JWK>, …]}, …}`. Throws an Error that names the service with a wrong one. */
export function publicKeysIn(text: string): PublicKeys {
  const owners = new Map<string, string>();
  const sets = Object.entries(keySetsIn(text)).map(([service, { keys }]) => {
    const entries = keys.map((jwk) => {
      const { kid, key } = publicKeyIn(jwk, service);
      const other = owners.get(kid);
      if (other !== undefined && other !== service) throw new Error(`${other} and ${service} have the same key`);
      owners.set(kid, service);
      return [kid, key] as const;
    });
    return [service, new Map(entries)] as const;
  });
  return new Map(sets);
}

/** The same text, unchecked but for its form. */
export function keySetsIn(text: string): KeySets {
  const sets = parsed(() => JSON.parse(text) as KeySets);
  const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject(sets) || !Object.values(sets!).every((set) => isObject(set) && Array.isArray(set.keys)))
    throw new Error('must be {"<service>": {"keys": [<JWK>, …]}, …}');
  return sets!;
}

function publicKeyIn(jwk: JsonWebKey, service: string): Key {
  if (jwk?.d !== undefined) throw new Error(`${service}: a private key stands among the public ones; replace that key pair`);
  const key = parsed(() => createPublicKey({ key: jwk, format: 'jwk' }));
  if (key?.asymmetricKeyType !== 'ed25519') throw new Error(`${service}: must have public Ed25519 keys as JWKs`);
  return { kid: kidOf(jwkOf(key)), key };
}

function jwkOf(publicKey: KeyObject): JsonWebKey {
  const { x } = publicKey.export({ format: 'jwk' });
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: x! };
  return { ...jwk, kid: kidOf(jwk), alg: 'EdDSA', use: 'sig' };
}

/** The members in the order that RFC 7638 asks for. */
const kidOf = ({ crv, kty, x }: JsonWebKey): string => createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');

/** OpenSSL's and JSON's errors may quote what they read, which nobody may log. */
function parsed<Result>(parse: () => Result): Result | undefined {
  try {
    return parse();
  } catch {
    return undefined;
  }
}
