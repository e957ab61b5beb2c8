import type { JobDefinitions, JobParts } from '@partner-ordering/service';
import { mailJobs, type MailSending } from '@partner-ordering/mail';
import { removeExpiredInvitations } from '../domain/open-invitation.ts';
import { removeOldMailTokens } from '../domain/mail-token.ts';
import { removeOldRateLimits } from '../domain/rate-limiter.ts';
import { publishErased, type ErasedUser } from '../domain/people/erasure.ts';
import { removeSuccessors } from '../domain/session.ts';
import { endSessions, removeEndedSessions, type SessionFilter } from '../domain/revocation.ts';
import type { MailPages } from '../environment.ts';
import { lettersOf } from '../mails/letters.ts';

/** The jobs' dependencies besides the common ones. */
export interface IdentityJobParts {
  mails: MailSending;
  pages: MailPages;
}

/** The mails of this service, the end of many sessions, the rest of erasures, and clean-ups. */
export const jobsOf = ({ mails, pages }: IdentityJobParts, { database }: JobParts): JobDefinitions => ({
  ...mailJobs(mails, lettersOf(database, pages)),
  end_sessions: { run: async ({ data, now }) => void (await endSessions(database, data as SessionFilter, now)) },
  publish_erased: {
    run: ({ data }) => Promise.resolve((tx, { publishAgain }) => publishErased(tx, data as ErasedUser, publishAgain)),
  },
  remove_successors: { schedule: '* * * * *', run: () => removeSuccessors(database) },
  remove_ended_sessions: { schedule: '37 * * * *', run: (job) => removeEndedSessions(database, job) },
  remove_expired_invitations: { schedule: '17 * * * *', run: (job) => removeExpiredInvitations(database, job) },
  remove_old_rate_limits: { schedule: '53 * * * *', run: (job) => removeOldRateLimits(database, job) },
  remove_old_mail_tokens: { schedule: '29 * * * *', run: (job) => removeOldMailTokens(database, job) },
});
