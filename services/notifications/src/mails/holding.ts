import type { Transaction } from '@partner-ordering/data';
import { mailJob } from '@partner-ordering/mail';
import { countMails, holdMails, HOUR_MS } from '../domain/people/held-mails.ts';
import type { ProjectMail } from './project-mails.ts';

/** The mail about what was held back. Its `about` is `<causer>/<reader>/<when it is due>`. */
export const DIGEST = 'project_digest';

/** Mails that one person causes to another within an hour, before the others wait for a digest. */
const ALLOWED = 5;
/** A digest comes so much later than the last mail that it holds, whose transaction has then ended. */
const LATER_MS = 60_000;

/** The mails to send now, and the digests of what is held back. What the system causes is never held back. */
export async function holdBack(tx: Transaction, mails: readonly ProjectMail[], now: Date): Promise<ProjectMail[]> {
  const isBySystem = ({ data }: ProjectMail): boolean => data.values!['actor'] === '';
  const toSend = mails.filter(isBySystem);
  const caused = Map.groupBy(
    mails.filter((mail) => !isBySystem(mail)),
    ({ data }) => `${data.values!['actor']}/${data.to}`,
  );
  const counts = new Map([...caused].map(([pair, { length }]) => [pair, length]));
  for (const [pair, { count, beganAt }] of await countMails(tx, counts, now)) {
    const group = caused.get(pair)!;
    const left = Math.max(0, ALLOWED - (count - group.length));
    toSend.push(...group.slice(0, left));
    const held = group.slice(left).map(({ data: { about, values: told } }) => ({ about, told, project: told!['project']! }));
    if (held.length === 0) continue;
    const dueAt = new Date(beganAt.getTime() + HOUR_MS);
    const digest = `${pair}/${dueAt.toISOString()}`;
    await holdMails(tx, held, digest, dueAt);
    const runAt = new Date(dueAt.getTime() + LATER_MS);
    toSend.push({ ...mailJob(DIGEST, { about: digest, to: group[0]!.data.to }), runAt });
  }
  return toSend;
}
