import { defineEntity, p } from '@mikro-orm/postgresql';
import { newGid } from '@partner-ordering/kernel';
import { type Database, sql, type Transaction } from '@partner-ordering/data';
import { exportJWK, exportPKCS8, generateKeyPair } from 'jose';
import type { JWK } from 'jose';
import { ACCESS_TOKEN_LIFETIME_MS } from './session.ts';

/** How long a new key is published before it signs: more than the five minutes after which verifiers fetch the set again. */
export const PUBLISH_LEAD_MS = 15 * 60 * 1000;
/** A key is replaced at this age. */
export const ROTATE_AFTER_MS = 90 * 24 * 3600 * 1000;
/** How long a replaced key stays published after the last token signed with it has expired. */
const OVERLAP_MS = 3600 * 1000;

const SigningKeySchema = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_key',
  properties: {
    /** The `kid`. */
    gid: p.uuid().primary(),
    /** PKCS #8 in PEM. */
    privateKey: p.text(),
    publicJwk: p.json<JWK>(),
    createdAt: p.datetime(),
    signsFrom: p.datetime(),
    /** When it leaves the JWKS; null means that it is not replaced yet. */
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
}
SigningKeySchema.setClass(SigningKey);
export { SigningKeySchema };

/** The key that signs now: of those that may sign, the newest. */
export function signingKeyAt(keys: readonly SigningKey[], now: Date): SigningKey | undefined {
  const signing = keys.filter((key) => key.isSigning(now));
  return signing.reduce<SigningKey | undefined>(
    (best, key) => (best === undefined || key.signsFrom > best.signsFrom ? key : best),
    undefined,
  );
}

/** Whether the newest key has reached its age. */
export function isRotationDue(keys: readonly SigningKey[], now: Date): boolean {
  return keys.every((key) => !key.isPublished(now) || now.getTime() - key.signsFrom.getTime() >= ROTATE_AFTER_MS);
}

/** Makes a key pair of 2048 bits, which RFC 7518 requires for RS256. */
export async function newSigningKey(now: Date, signsFrom: Date): Promise<SigningKey> {
  const pair = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  const key = new SigningKey();
  key.gid = newGid();
  key.privateKey = await exportPKCS8(pair.privateKey);
  key.publicJwk = { ...(await exportJWK(pair.publicKey)), kid: key.gid, alg: 'RS256', use: 'sig' };
  key.createdAt = now;
  key.signsFrom = signsFrom;
  key.expiresAt = null;
  return key;
}

const ROTATION_LOCK = 7_226_102;

/**
 * Publishes a new key now, which signs after the lead time. Until then, and as long as its tokens are valid, the old one
 * stays published. A first key signs at once.
 */
export async function rotateSigningKey(database: Pick<Database, 'transactional'>, now: Date): Promise<SigningKey> {
  return database.transactional(async (tx) => rotate(tx, await lockKeys(tx), now));
}

/** The published keys. Makes the first one, and the next when it is due. Several instances at once make only one. */
export async function ensureSigningKeys(database: Pick<Database, 'transactional'>, now: Date): Promise<SigningKey[]> {
  return database.transactional(async (tx) => {
    const known = await tx.em.find(SigningKey, {});
    if (!isRotationDue(known, now)) return known.filter((key) => key.isPublished(now));
    const keys = await lockKeys(tx);
    if (isRotationDue(keys, now)) keys.push(await rotate(tx, keys, now));
    return keys.filter((key) => key.isPublished(now));
  });
}

async function lockKeys(tx: Transaction): Promise<SigningKey[]> {
  await tx.query(sql`select pg_advisory_xact_lock(${ROTATION_LOCK})`);
  return tx.em.find(SigningKey, {}, { refresh: true });
}

async function rotate(tx: Transaction, keys: readonly SigningKey[], now: Date): Promise<SigningKey> {
  const current = keys.filter((key) => key.isPublished(now));
  const isFirst = signingKeyAt(current, now) === undefined;
  const signsFrom = isFirst ? now : new Date(now.getTime() + PUBLISH_LEAD_MS);
  const next = await newSigningKey(now, signsFrom);
  for (const key of current) if (key.expiresAt === null) key.replace(signsFrom);
  tx.em.persist(next);
  return next;
}
