import { defineEntity, p } from '@mikro-orm/postgresql';
import { exportJWK, exportPKCS8, generateKeyPair, type JWK } from 'jose';
import { advisoryLocks, type Database, sql, type Transaction } from '@partner-ordering/data';
import { DAY_MS, newGid, type RereadOptions } from '@partner-ordering/kernel';
import { type RowCipher, rowCipher } from '@partner-ordering/service';
import { ACCESS_TOKEN_LIFETIME_MS } from '../session.ts';

/** Time from the publication of a key to its first signature: other verifiers may cache the key set for minutes. */
export const PUBLISH_LEAD_MS = 15 * 60 * 1000;
/** A key is replaced at this age. */
export const ROTATE_AFTER_MS = 90 * DAY_MS;
/** Time for which a replaced key stays published after its last token has expired. */
const OVERLAP_MS = 3600 * 1000;

export const SigningKeySchema = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_key',
  properties: {
    /** The `kid`. */
    gid: p.uuid().primary(),
    /** PKCS #8 in PEM, encrypted; see `RowCipher`. */
    ciphertext: p.text().fieldName('private_key'),
    /** The key that encrypts it. */
    keyId: p.text().fieldName('encryption_key_id'),
    publicJwk: p.json<JWK>(),
    createdAt: p.datetime(),
    signsFrom: p.datetime(),
    /** The time at which it leaves the JWKS; null until it is replaced. */
    expiresAt: p.datetime().strictNullable(),
  },
});

/** A key pair that signs access tokens (RS256). Life: published → signing → replaced, still published → expired. */
export class SigningKey extends SigningKeySchema.class {
  isPublished(now: Date): boolean {
    return this.expiresAt === null || now < this.expiresAt;
  }

  isSigning(now: Date): boolean {
    return this.signsFrom <= now && this.isPublished(now);
  }

  /** Marks the key as replaced by one that signs from `successorSignsFrom` on. */
  replace(successorSignsFrom: Date): void {
    this.expiresAt = new Date(successorSignsFrom.getTime() + ACCESS_TOKEN_LIFETIME_MS + OVERLAP_MS);
  }

  /** Withdraws the key: it signs no more, and its tokens are invalid. */
  withdraw(now: Date): void {
    this.expiresAt = now;
  }
}
SigningKeySchema.setClass(SigningKey);

/** The newest key that may sign now. */
export function signingKeyAt(keys: readonly SigningKey[], now: Date): SigningKey | undefined {
  const signing = keys.filter((key) => key.isSigning(now));
  return signing.toSorted((one, other) => other.signsFrom.getTime() - one.signsFrom.getTime())[0];
}

/** Whether a new key is needed: each one is replaced, withdrawn, or has reached its age. */
export function isRotationDue(keys: readonly SigningKey[], now: Date): boolean {
  return keys.every((key) => key.expiresAt !== null || now.getTime() - key.signsFrom.getTime() >= ROTATE_AFTER_MS);
}

/** Makes a key pair of 2048 bits, which RFC 7518 requires for RS256. */
export async function newSigningKey(now: Date, signsFrom: Date, cipher: RowCipher): Promise<SigningKey> {
  const pair = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const gid = newGid();
  const encrypted = cipher.encrypt(await exportPKCS8(pair.privateKey), gid);
  const publicJwk: JWK = { ...(await exportJWK(pair.publicKey)), kid: gid, alg: 'RS256', use: 'sig' };
  return Object.assign(new SigningKey(), { gid, ...encrypted, publicJwk, createdAt: now, signsFrom, expiresAt: null });
}

/** Has the instances replace the keys after the lead time, or `atOnce`, which invalidates their tokens. Returns the old keys' ids. */
export async function replaceSigningKeys(
  tx: Transaction,
  now: Date,
  { atOnce, isDryRun = false }: { atOnce: boolean; isDryRun?: boolean },
): Promise<string[]> {
  const published = (await lockKeys(tx)).filter((key) => key.isPublished(now));
  for (const key of isDryRun ? [] : published)
    if (atOnce) key.withdraw(now);
    else if (key.expiresAt === null) key.replace(new Date(now.getTime() + PUBLISH_LEAD_MS));
  return published.map(({ gid }) => gid);
}

/** The published keys. Makes one that is due, once for all instances; encrypts with the present key; deletes expired ones. */
export async function ensureSigningKeys(
  { database, cipher }: { database: Pick<Database, 'transactional'>; cipher: RowCipher },
  now: Date,
): Promise<SigningKey[]> {
  const isToBeEncrypted = ({ keyId }: SigningKey): boolean => keyId !== cipher.keyId();
  return database.transactional(async (tx) => {
    const storedKeys = await tx.em.find(SigningKey, {});
    const isInOrder = storedKeys.every((key) => key.isPublished(now) && !isToBeEncrypted(key));
    if (isInOrder && !isRotationDue(storedKeys, now)) return storedKeys;
    const keys = await lockKeys(tx);
    const published = keys.filter((key) => key.isPublished(now));
    tx.em.remove(keys.filter((key) => !key.isPublished(now)));
    if (isRotationDue(published, now)) published.push(await rotate(tx, published, cipher, now));
    for (const key of published.filter(isToBeEncrypted)) Object.assign(key, cipher.encrypt(cipher.decrypt(key, key.gid), key.gid));
    return published;
  });
}

async function lockKeys(tx: Transaction): Promise<SigningKey[]> {
  await tx.query(sql`select pg_advisory_xact_lock(${advisoryLocks.signingKeys})`);
  return tx.em.find(SigningKey, {}, { refresh: true });
}

async function rotate(tx: Transaction, keys: readonly SigningKey[], cipher: RowCipher, now: Date): Promise<SigningKey> {
  const isFirst = signingKeyAt(keys, now) === undefined;
  const signsFrom = isFirst ? now : new Date(now.getTime() + PUBLISH_LEAD_MS);
  const newKey = await newSigningKey(now, signsFrom, cipher);
  for (const key of keys) if (key.expiresAt === null) key.replace(signsFrom);
  tx.em.persist(newKey);
  return newKey;
}

/** Encrypts private signing keys at rest; the first of the keys encrypts, all decrypt. */
export const keyCipher = (options: Omit<RereadOptions<never>, 'parse'>): RowCipher =>
  rowCipher({ ...options, name: 'SIGNING_KEY_ENCRYPTION_KEYS', use: 'partner-ordering signing keys', of: 'a signing key' });
