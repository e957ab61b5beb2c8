import type { Database } from '@partner-ordering/data';
import { importPKCS8, SignJWT, type CryptoKey, type JSONWebKeySet } from 'jose';
import type { RowCipher } from '@partner-ordering/service';
import { newGid } from '@partner-ordering/kernel';
import type { SessionGrant } from '../domain/application.ts';
import { ensureSigningKeys, signingKeyAt, type SigningKey } from '../domain/keys/signing-key.ts';
import { ACCESS_TOKEN_LIFETIME_MS } from '../domain/session.ts';

/** The content of an access token, apart from the times and names that all tokens share. */
export interface AccessTokenContent {
  user: string;
  clientId: string;
  session: string;
  grant: SessionGrant;
  scope: readonly string[];
  /** An hour unless it is given. */
  lifetimeMs?: number;
}

export interface KeyringOptions {
  database: Pick<Database, 'transactional'>;
  /** Keeps the private signing keys secret in the database. */
  cipher: RowCipher;
  /** Public base address, the `iss` of every token. */
  issuer: string;
  /** The `aud` of every token. */
  audience: string;
  clock: () => Date;
}

export type Keyring = ReturnType<typeof keyring>;

/** Age at which the keys are read again: far less than the time between a key's publication and its first use. */
const MAX_AGE_MS = 5_000;

/** The signing keys in memory. Signs access tokens and publishes the public keys. */
export function keyring({ database, cipher, issuer, audience, clock }: KeyringOptions) {
  let loaded: { keys: SigningKey[]; atMs: number } | undefined;
  let loading: Promise<SigningKey[]> | undefined;
  const imported = new Map<string, Promise<CryptoKey>>();

  async function load(): Promise<SigningKey[]> {
    const now = clock();
    const keys = await ensureSigningKeys({ database, cipher }, now);
    loaded = { keys, atMs: now.getTime() };
    return keys;
  }

  function reload(): Promise<SigningKey[]> {
    loading ??= load().finally(() => (loading = undefined));
    return loading;
  }

  function keys(): SigningKey[] | Promise<SigningKey[]> {
    return loaded !== undefined && clock().getTime() - loaded.atMs < MAX_AGE_MS ? loaded.keys : reload();
  }

  function privateKeyOf(key: SigningKey): Promise<CryptoKey> {
    const importedKey = imported.get(key.gid) ?? importPKCS8(cipher.decrypt(key, key.gid), 'RS256');
    imported.set(key.gid, importedKey);
    return importedKey;
  }

  async function signer(): Promise<(content: AccessTokenContent) => Promise<string>> {
    const known = await keys();
    return async (content) => {
      const now = clock();
      const key = signingKeyAt(known, now);
      if (key === undefined) throw new Error('there is no signing key');
      return accessToken(content, now)
        .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: key.gid })
        .setIssuer(issuer)
        .setAudience(audience)
        .sign(await privateKeyOf(key));
    };
  }

  return {
    sign: async (content: AccessTokenContent): Promise<string> => (await signer())(content),
    /** Signs without the database, for as long as a transaction lasts. */
    signer,
    /** The key set (RFC 7517): every key that a valid token may be signed with, and the next one. */
    jwks: async (): Promise<JSONWebKeySet> => {
      const now = clock();
      return { keys: (await keys()).filter((key) => key.isPublished(now)).map((key) => key.publicJwk) };
    },
    reload,
  };
}

/** The claims of an access token (RFC 9068) that is issued now. */
function accessToken(content: AccessTokenContent, now: Date): SignJWT {
  const { user, clientId, session, grant, scope, lifetimeMs = ACCESS_TOKEN_LIFETIME_MS } = content;
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ client_id: clientId, scope: scope.join(' '), sid: session, gty: grant })
    .setSubject(user)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifetimeMs / 1000)
    .setJti(newGid());
}
