import { PermanentFailure, type JobDefinitions } from '@partner-ordering/jobs';
import { newGid } from '@partner-ordering/kernel';
import { Undeliverable, type Mailer } from './sending/mailer.ts';
import type { Letter } from './text/letter.ts';
import { renderLetter } from './text/render-letter.ts';

/** The data of a mail's job, without secrets: a link's token is made when the mail is written. */
export interface MailData {
  /** Gid of the mail itself. */
  gid: string;
  /** Gid of the mail's subject. For a mail to another user, `<key>/<user>`; see `forgetMailsTo`. */
  about: string;
  /** The recipient as known when the mail is added; the letter has the last word. */
  to: string;
  /** Facts of the cause that cannot be found out when the mail is written. */
  values?: Readonly<Record<string, string>>;
}

/** The jobs that send mails of these kinds. */
export type MailJobs<Kind extends string> = { [Name in `mail_${Kind}`]: MailData };

/** Writes a mail and its recipient from the present state; undefined when there is nothing to send. Runs again for each attempt. */
export type WriteLetter = (mail: MailData, now: Date) => Promise<AddressedLetter | undefined>;

export type AddressedLetter = Letter & { to: string };

/** Minutes in the end, for five days: a mail server that is down delays mails and loses none. */
const retryPolicy = { longestPauseMs: 600_000, maxAttempts: 730 };
/** Leaves the worker's other slots to the service's other jobs while a mail server hangs. */
const AT_ONCE = 1;

/** The jobs of a service's mails, one for each kind. A given-up job stays queued with the reason; adding the mail again restarts it. */
export function mailJobs<Kind extends string>(
  { mailer, sender }: { mailer: Mailer; sender: string },
  letters: Readonly<Record<Kind, WriteLetter>>,
): JobDefinitions<MailJobs<Kind>> {
  const jobs = Object.entries<WriteLetter>(letters).map(([kind, write]) => [
    `mail_${kind}`,
    {
      ...retryPolicy,
      atOnce: AT_ONCE,
      run: async ({ data, now, signal }: { data: MailData; now: Date; signal: AbortSignal }) => {
        const letter = await write(data, now);
        if (!letter) return;
        await mailer.send({ gid: data.gid, kind, to: letter.to, ...renderLetter(letter, sender) }, signal).catch((error: unknown) => {
          throw error instanceof Undeliverable ? new PermanentFailure(error.message, { cause: error }) : error;
        });
      },
    },
  ]);
  return Object.fromEntries(jobs) as JobDefinitions<MailJobs<Kind>>;
}

/**
 * The job of a mail, to add in the transaction that causes it. Of one kind and subject at most one waits: the newest. Mails of a kind take
 * turns by `lane`: the organization, or the network that asks for a password reset.
 */
export const mailJob = <Kind extends string>(
  kind: Kind,
  data: Omit<MailData, 'gid'>,
  lane?: string,
): { name: `mail_${Kind}`; key: string; data: MailData; lane: string | undefined } => ({
  name: `mail_${kind}`,
  key: data.about,
  lane,
  data: { gid: newGid(), ...data },
});
