import type { Transaction } from '@partner-ordering/data';
import { mailJob } from '@partner-ordering/mail';
import { countMails, holdMails, HOUR_MS } from '../domain/people/held-mails.ts';
import type { ProjectMail } from './project-mails.ts';

/** The mail that lists held mails. Its `about` is `<causer>/<reader>/<when it is due>`. */
export const DIGEST = 'project_digest';

/** Mails from one person to another within an hour; further ones wait for a digest. */
const MAILS_AN_HOUR = 5;
/** Time from the end of the hour to the digest: the transactions of its last mails have then ended. */
export const DIGEST_DELAY_MS = 60_000;

/** The mails to send now, and the digests of the held ones. Mails that the system causes are never held. */
export async function holdBackMails(tx: Transaction, mails: readonly ProjectMail[], now: Date): Promise<ProjectMail[]> {
  const isBySystem = ({ data }: ProjectMail): boolean => data.values!['actor'] === '';
  const toSend = mails.filter(isBySystem);
  const mailsByPair = Map.groupBy(
    mails.filter((mail) => !isBySystem(mail)),
    ({ data }) => `${data.values!['actor']}/${data.to}`,
  );
  const counts = new Map([...mailsByPair].map(([pair, { length }]) => [pair, length]));
  for (const [pair, { count, beganAt }] of await countMails(tx, counts, now)) {
    const group = mailsByPair.get(pair)!;
    const remaining = Math.max(0, MAILS_AN_HOUR - (count - group.length));
    toSend.push(...group.slice(0, remaining));
    const held = group.slice(remaining).map(({ data: { about, values } }) => ({ about, cause: values, project: values!['project']! }));
    if (held.length === 0) continue;
    const dueAt = new Date(beganAt.getTime() + HOUR_MS);
    const digest = `${pair}/${dueAt.toISOString()}`;
    await holdMails(tx, held, digest, dueAt);
    const runAt = new Date(dueAt.getTime() + DIGEST_DELAY_MS);
    toSend.push({ ...mailJob(DIGEST, { about: digest, to: group[0]!.data.to }), runAt });
  }
  return toSend;
}
