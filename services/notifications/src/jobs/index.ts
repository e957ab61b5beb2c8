import type { JobDefinitions, JobParts, RowCipher } from '@partner-ordering/http';
import { NIL_GID } from '@partner-ordering/kernel';
import { mailJobs, type MailSending } from '@partner-ordering/mail';
import type { CallableServices } from '@partner-ordering/service-client';
import { eventJobs } from './event-jobs.ts';
import { encryptAnew } from '../domain/webhooks/encrypt-anew.ts';
import { lettersOf } from '../mails/letters.ts';
import { projectLetters } from '../mails/project-letters.ts';
import { lateMails, type LateManagers } from '../mails/project-mails.ts';
import { webhookJobs } from './webhook-jobs.ts';

/** What each job is added with. */
interface NotificationsJobs {
  encrypt_secrets_anew: { after?: string };
}

/** What the jobs of this service work with besides. */
interface NotificationsJobParts {
  cipher: RowCipher;
  mails: MailSending;
  /** See `readProjectPage`. */
  projectPage: string | undefined;
}

/** What this service does after a commit and on a schedule. */
export const jobs =
  ({ cipher, mails, projectPage }: NotificationsJobParts) =>
  ({ log, database }: JobParts<CallableServices<'notifications'>>): JobDefinitions => ({
    ...eventJobs({ database }),
    ...secretJobs(cipher, log),
    ...webhookJobs({ database }),
    ...lateMailJobs(),
    ...mailJobs(mails, { ...lettersOf(database), ...projectLetters(database, projectPage) }),
  });

/** An approval is asked for from managers, too, who were not known yet when it was needed. */
const lateMailJobs = (): JobDefinitions<{ mail_late_managers: LateManagers }> => ({
  mail_late_managers: {
    run:
      async ({ data }) =>
      async (tx, { addJob }) => {
        for (const mail of await lateMails(tx, data)) addJob(mail);
      },
  },
});

const secretJobs = (cipher: RowCipher, log: JobParts['log']): JobDefinitions<NotificationsJobs> => ({
  encrypt_secrets_anew: {
    schedule: '*/10 * * * *',
    run: ({ data }) =>
      Promise.resolve(async (tx, { addJob }) => {
        const next = await encryptAnew(tx, data.after ?? NIL_GID, { cipher, log });
        if (next !== undefined) addJob({ name: 'encrypt_secrets_anew', data: { after: next } });
      }),
  },
});
