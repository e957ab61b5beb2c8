import type { JobDefinitions, RowCipher } from '@partner-ordering/http';
import { encryptAnew } from '../domain/webhooks/encrypt-anew.ts';

/** What this service does on a schedule. */
export const jobsOf = (cipher: RowCipher): JobDefinitions => ({
  encrypt_secrets_anew: {
    schedule: '*/10 * * * *',
    run:
      async () =>
      async (tx, { addJob }) => {
        if (await encryptAnew(tx, cipher)) addJob({ name: 'encrypt_secrets_anew', data: {} });
      },
  },
});
