import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { raw, timeText, type Queryable, type Transaction } from '@partner-ordering/data';
import type { Encrypted, RowCipher } from '@partner-ordering/service';
import { newGid } from '@partner-ordering/kernel';
import type { SignatureScheme } from '../../../generated/models.ts';
import type { Webhook } from './webhook.ts';

/** Standard Webhooks asks for 24 to 64. */
const SECRET_BYTES = 32;
const [SECRET_PREFIX, PUBLIC_PREFIX] = ['whsec_', 'whpk_'];
/** In SPKI the 32 bytes of an Ed25519 key stand at the end. */
const ED25519_BYTES = 32;

export const WebhookSecretSchema = defineEntity({
  name: 'WebhookSecret',
  properties: {
    gid: p.uuid().primary(),
    webhookGid: p.uuid(),
    kind: p.string().$type<SignatureScheme>(),
    /** The encrypted key: of `v1` in base64, of `v1a` as PKCS #8 in PEM. */
    ciphertext: p.text(),
    encryptionKeyId: p.text(),
    /** `whpk_…`; null of `v1`. */
    publicKey: p.text().strictNullable(),
    createdAt: p.datetime(),
    /** Null is the present one. */
    expiresAt: p.datetime().strictNullable(),
  },
});

/** A secret that signs a webhook's events. Its plaintext never changes. */
export class WebhookSecret extends WebhookSecretSchema.class {
  static create(webhook: Pick<Webhook, 'gid'>, kind: SignatureScheme, { cipher, now }: { cipher: RowCipher; now: Date }): WebhookSecret {
    const gid = newGid();
    const { secret, publicKey } = kind === 'v1' ? newHmacKey() : newKeyPair();
    const { ciphertext, keyId } = cipher.encrypt(secret, gid);
    return Object.assign(new WebhookSecret(), {
      gid,
      webhookGid: webhook.gid,
      kind,
      ciphertext,
      encryptionKeyId: keyId,
      publicKey,
      createdAt: now,
      expiresAt: null,
    });
  }
}
WebhookSecretSchema.setClass(WebhookSecret);

const newHmacKey = () => ({ secret: randomBytes(SECRET_BYTES).toString('base64'), publicKey: null });

function newKeyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const bytes = publicKey.export({ type: 'spki', format: 'der' }).subarray(-ED25519_BYTES);
  return { secret: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string, publicKey: PUBLIC_PREFIX + bytes.toString('base64') };
}

/** An encrypted secret that signs. */
export interface SigningSecret extends Encrypted {
  gid: string;
  kind: SignatureScheme;
  publicKey: string | null;
  /** In the contract's form; null is the present one. */
  expiresAt: string | null;
}

/** SQL of the secrets that sign for the webhook's signatures at this time, the present one of each kind first. */
export const signingSecrets = (webhook: string, time: string): string => `
  select s.gid, s.kind, s.ciphertext, s.encryption_key_id as "keyId", s.public_key as "publicKey", ${timeText(raw('s.expires_at')).text} as "expiresAt"
  from webhook_secret s join webhook w on w.gid = s.webhook_gid and s.kind = any(w.signatures)
  where s.webhook_gid = ${webhook} and (s.expires_at is null or s.expires_at > ${time}) order by s.kind, s.expires_at desc nulls first`;

const signingSecretsSql = signingSecrets('$1', '$2');

/** The secrets of `signingSecrets`. */
export const signingSecretsOf = (queryable: Queryable, webhook: string, now: Date): Promise<SigningSecret[]> =>
  queryable.query({ text: signingSecretsSql, values: [webhook, now] });

/** Creates missing keys for the webhook's signatures. */
export async function completeSecrets(tx: Transaction, webhook: Webhook, options: { cipher: RowCipher; now: Date }): Promise<void> {
  const present = await tx.em.find(WebhookSecret, { webhookGid: webhook.gid, expiresAt: null });
  const missing = webhook.signatures.filter((scheme) => !present.some(({ kind }) => kind === scheme));
  tx.em.persist(missing.map((kind) => WebhookSecret.create(webhook, kind, options)));
}

/** Creates new keys. The present ones sign until the grace time ends, older ones end now. */
export async function rotateSecrets(
  tx: Transaction,
  webhook: Webhook,
  { graceMs, ...options }: { graceMs: number; cipher: RowCipher; now: Date },
): Promise<void> {
  const { now } = options;
  for (const secret of await tx.em.find(WebhookSecret, { webhookGid: webhook.gid })) {
    if (secret.expiresAt === null && graceMs > 0) secret.expiresAt = new Date(now.getTime() + graceMs);
    else tx.em.remove(secret);
  }
  await tx.em.flush();
  tx.em.persist(webhook.signatures.map((kind) => WebhookSecret.create(webhook, kind, options)));
  await tx.em.flush();
}

/** The secret of `v1` in the form for clients. */
export const secretText = (decrypted: string): string => SECRET_PREFIX + decrypted;
