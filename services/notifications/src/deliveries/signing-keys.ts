import type { Queryable } from '@partner-ordering/data';
import type { RowCipher } from '@partner-ordering/http';
import { signingKey, type SigningKey } from '../domain/webhooks/signatures.ts';
import { signingSecretsOf, type SigningSecret } from '../domain/webhooks/webhook-secret.ts';

/** What is encrypted in a row never changes, so its key is kept. */
const KEPT_KEYS = 10_000;

/** The keys of webhooks that sign now. */
export class SigningKeys {
  readonly #cipher: RowCipher;
  readonly #known = new Map<string, SigningKey>();

  constructor(cipher: RowCipher) {
    this.#cipher = cipher;
  }

  /** By webhook; the error for one whose secret cannot be read. */
  async of(queryable: Queryable, webhooks: readonly string[], now: Date): Promise<Map<string, SigningKey[] | Error>> {
    const rows = await signingSecretsOf(queryable, [...new Set(webhooks)], now);
    const keys = new Map<string, SigningKey[] | Error>();
    for (const { webhook, ...secret } of rows) {
      const earlier = keys.get(webhook) ?? [];
      if (!(earlier instanceof Error)) keys.set(webhook, this.#with(earlier, secret));
    }
    return keys;
  }

  #with(earlier: SigningKey[], secret: SigningSecret): SigningKey[] | Error {
    try {
      return [...earlier, this.#keyOf(secret)];
    } catch (error) {
      return error as Error;
    }
  }

  #keyOf(secret: SigningSecret): SigningKey {
    const known = this.#known.get(secret.gid);
    if (known) return known;
    const key = signingKey(secret, this.#cipher);
    if (this.#known.size >= KEPT_KEYS) this.#known.clear();
    this.#known.set(secret.gid, key);
    return key;
  }
}
