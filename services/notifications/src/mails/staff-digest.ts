import type { Database, Transaction } from '@partner-ordering/data';
import { beginningOf, isolated, withoutLinks } from '@partner-ordering/kernel';
import { mailJob, type WriteLetter } from '@partner-ordering/mail';
import type { CloudEvent } from '@partner-ordering/messaging';
import type { ProjectFact } from '../../generated/events.ts';
import { heldCauses, holdMails, HOUR_MS } from '../domain/people/held-mails.ts';
import { organizationNames } from '../domain/people/reader.ts';
import { DIGEST_DELAY_MS } from './digests.ts';
import { pageOf, type ProjectMail } from './project-mails.ts';

/** The mail to our staff that lists the messages of customers in an hour. Its `about` names that hour. */
export const STAFF_DIGEST = 'staff_digest';

/** A message as the digest lists it. */
interface CustomerMessage {
  /** Gid. */
  project: string;
  title: string;
  /** Gid. */
  organization: string;
  author: string;
  text: string;
}

/** The parts of a webhook payload that the digest shows. */
interface Payload {
  project: { title: string };
  message: { message: string; user: { firstname: string; lastname: string } | null };
}

/** Maximum number of messages that are listed, and of characters of each. */
const [MAX_LISTED, MAX_LENGTH] = [100, 200];

/** Holds the messages of customers among these events until the hour is over. Answers the job of its digest. */
export async function holdForStaff(tx: Transaction, events: readonly CloudEvent<object>[], now: Date): Promise<ProjectMail[]> {
  const held = events.flatMap(({ id, type, data }) => {
    const { by_staff: isOurs, actor, gid: project, organization, payload } = data as ProjectFact;
    if (!['project.message_posted', 'project.rejected'].includes(type) || isOurs !== false) return [];
    const { project: shown, message } = JSON.parse(payload) as Payload;
    const author = `${message.user?.firstname ?? ''} ${message.user?.lastname ?? ''}`;
    const cause = {
      project,
      title: shown.title,
      organization,
      author,
      text: beginningOf(message.message, MAX_LENGTH),
    } satisfies CustomerMessage;
    // An author who is erased leaves no message behind.
    return [{ about: `${id}/${actor}`, project, cause }];
  });
  if (held.length === 0) return [];
  const dueAt = new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
  const digest = `staff/${dueAt.toISOString()}`;
  await holdMails(tx, held, digest, dueAt);
  return [{ ...mailJob(STAFF_DIGEST, { about: digest, to: 'staff' }), runAt: new Date(dueAt.getTime() + DIGEST_DELAY_MS) }];
}

/** Writes the digest in English, as our staff has no one language; none without an address. */
export const staffLetter = (
  database: Database,
  { staffMail: to, projectPage }: { staffMail: string | undefined; projectPage: string | undefined },
): Readonly<Record<typeof STAFF_DIGEST, WriteLetter>> => ({
  [STAFF_DIGEST]: async ({ about }) => {
    const messages = to === undefined ? [] : await heldCauses<CustomerMessage>(database, about);
    if (to === undefined || messages.length === 0) return undefined;
    const names = await organizationNames(database, [...new Set(messages.map(({ organization }) => organization))]);
    const list = messages.slice(0, MAX_LISTED).map(({ project, title, organization, author, text }) => ({
      text: `${isolated(names.get(organization) ?? '')}, ${isolated(withoutLinks(title))}: ${isolated(author)} “${isolated(withoutLinks(text))}”`,
      url: pageOf(project, { page: null }, projectPage),
    }));
    const more = messages.length - list.length;
    return {
      to,
      language: 'en',
      subject: `Messages of customers: ${messages.length}`,
      paragraphs: ['Customers wrote these messages within an hour.'],
      list: more > 0 ? [...list, { text: `and ${more} more` }] : list,
      notes: ['This address is STAFF_MAIL of the installation.'],
    };
  },
});
