import type { JobDefinitions, JobParts, RowCipher } from '@partner-ordering/service';
import { NIL_GID } from '@partner-ordering/kernel';
import { mailJobs, type MailSending } from '@partner-ordering/mail';
import type { CallableServices } from '@partner-ordering/service-client';
import { eventJobs } from './event-jobs.ts';
import { encryptAnew } from '../domain/webhooks/encrypt-anew.ts';
import { digestLetter } from '../mails/digest-letter.ts';
import { lettersOf } from '../mails/letters.ts';
import { projectLetters } from '../mails/project-letters.ts';
import { staffLetter } from '../mails/staff-digest.ts';
import { webhookJobs } from './webhook-jobs.ts';

interface NotificationsJobParts {
  cipher: RowCipher;
  mails: MailSending;
  /** See `readProjectPage`. */
  projectPage: string | undefined;
  /** See `readStaffMail`. */
  staffMail: string | undefined;
}

/** The jobs of this service. */
export const jobs =
  ({ cipher, mails, projectPage, staffMail }: NotificationsJobParts) =>
  ({ log, database }: JobParts<CallableServices<'notifications'>>): JobDefinitions => ({
    ...eventJobs({ database }),
    ...secretJobs(cipher, log),
    ...webhookJobs({ database }),
    ...mailJobs(mails, {
      ...lettersOf(database),
      ...projectLetters(database, projectPage),
      ...digestLetter(database, projectPage),
      ...staffLetter(database, { staffMail, projectPage }),
    }),
  });

const secretJobs = (cipher: RowCipher, log: JobParts['log']): JobDefinitions<{ encrypt_secrets_anew: { after?: string } }> => ({
  encrypt_secrets_anew: {
    schedule: '*/10 * * * *',
    run: ({ data }) =>
      Promise.resolve(async (tx, { addJob }) => {
        const next = await encryptAnew(tx, data.after ?? NIL_GID, { cipher, log });
        if (next !== undefined) addJob({ name: 'encrypt_secrets_anew', data: { after: next } });
      }),
  },
});
