import { readKeyRing } from '@partner-ordering/http';

/** The variable with what encrypts the secrets of webhooks. */
export const ENCRYPTION_KEYS = 'WEBHOOK_SECRET_ENCRYPTION_KEYS';

/** Reads what encrypts the secrets of webhooks. Throws an Error of one line that names the variable. */
export const readEncryptionKeys = (environment: NodeJS.ProcessEnv): (() => string) =>
  readKeyRing(environment, ENCRYPTION_KEYS, 'what encrypts the secrets of webhooks in the database');
