import type { Queryable } from '@partner-ordering/data';
import type { RowCipher } from '@partner-ordering/service';
import { signingKey, type SigningKey } from '../domain/webhooks/signatures.ts';
import { signingSecretsOf } from '../domain/webhooks/webhook-secret.ts';

/** The keys that sign now, by webhook; an Error for a secret that cannot be read. */
export async function signingKeysOf(
  queryable: Queryable,
  webhooks: readonly string[],
  { cipher, now }: { cipher: RowCipher; now: Date },
): Promise<Map<string, SigningKey[] | Error>> {
  const secrets = await signingSecretsOf(queryable, [...new Set(webhooks)], now);
  const keys = new Map<string, SigningKey[] | Error>();
  for (const [webhook, ownSecrets] of Map.groupBy(secrets, (secret) => secret.webhook)) {
    try {
      keys.set(
        webhook,
        ownSecrets.map((secret) => signingKey(secret, cipher)),
      );
    } catch (error) {
      keys.set(webhook, error as Error);
    }
  }
  return keys;
}
