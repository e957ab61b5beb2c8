import type { JobDefinitions, JobParts, RowCipher } from '@partner-ordering/http';
import { NIL_GID } from '@partner-ordering/kernel';
import type { Neighbours } from '@partner-ordering/neighbours';
import { encryptAnew } from '../domain/webhooks/encrypt-anew.ts';

/** What each job is added with. */
interface NotificationsJobs {
  encrypt_secrets_anew: { after?: string };
}

/** What this service does on a schedule. */
export const jobs =
  (cipher: RowCipher) =>
  ({ log }: JobParts<Neighbours<'notifications'>>): JobDefinitions<NotificationsJobs> => ({
    encrypt_secrets_anew: {
      schedule: '*/10 * * * *',
      run: ({ data }) =>
        Promise.resolve(async (tx, { addJob }) => {
          const next = await encryptAnew(tx, data.after ?? NIL_GID, { cipher, log });
          if (next !== undefined) addJob({ name: 'encrypt_secrets_anew', data: { after: next } });
        }),
    },
  });
