import type { RowCipher } from '@partner-ordering/service';
import type { ClaimedDelivery } from '../domain/deliveries/claim-due.ts';
import { signingKey } from '../domain/webhooks/signatures.ts';
import type { SecretKeys } from './deliver.ts';

/** The keys that sign claimed deliveries, by webhook; an Error for a secret that cannot be read. */
export function signingKeysOf(deliveries: readonly ClaimedDelivery[], cipher: RowCipher): Map<string, SecretKeys> {
  const secrets = new Map(deliveries.map((delivery) => [delivery.webhook, delivery.secrets]));
  return new Map([...secrets].map(([webhook, own]) => [webhook, keysOf(own, cipher)]));
}

function keysOf(secrets: ClaimedDelivery['secrets'], cipher: RowCipher): SecretKeys {
  try {
    return secrets.map((secret) => signingKey(secret, cipher));
  } catch (error) {
    return error as Error;
  }
}
