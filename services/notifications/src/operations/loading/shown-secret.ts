import type { RowCipher } from '@partner-ordering/service';
import type { WebhookSecret } from '../../../generated/models.ts';
import { secretText, type SigningSecret } from '../../domain/webhooks/webhook-secret.ts';

/** The secret for the webhook's managers. `secrets`: those that sign now. */
export function shownSecret(secrets: readonly SigningSecret[], cipher: RowCipher): WebhookSecret {
  const present = secrets.filter(({ expiresAt }) => expiresAt === null);
  const hmac = present.find(({ kind }) => kind === 'v1');
  return {
    secret: hmac ? secretText(cipher.decrypt(hmac, hmac.gid)) : null,
    public_key: present.find(({ kind }) => kind === 'v1a')?.publicKey ?? null,
    previous_expires_at: secrets.find(({ expiresAt }) => expiresAt !== null)?.expiresAt ?? null,
  };
}
