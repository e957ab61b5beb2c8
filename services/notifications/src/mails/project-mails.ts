import { managersOf } from '@partner-ordering/commerce';
import type { CloudEvent } from '@partner-ordering/messaging';
import type { Queryable } from '@partner-ordering/data';
import { hasLink, toMinor } from '@partner-ordering/kernel';
import { mailJob } from '@partner-ordering/mail';
import type { FollowedFacts, MessagesUnseenFact, Notifications, ProjectFact } from '../../generated/events.ts';

/** The kinds of mails about projects. Users can switch off each. */
export type ProjectMailKind = keyof Notifications;

/** One job for all kinds: a hanging mail server then holds one of the worker's slots. */
export const PROJECT_MAIL = 'project';

/** The cause of a mail. `about` has the event's id and the reader's gid. */
export interface ProjectMailCause {
  kind: ProjectMailKind;
  /** Gid. */
  project: string;
  title: string;
  /** The order's short code; empty if the fact has none. */
  code: string;
  /** Gid. */
  organization: string;
  /** Gid of the causing user; empty for the system. */
  actor: string;
  /** Gid of the actor, or of the user that asks for an approval. Empty without one. */
  person: string;
  /** Name of the creative whose work or delivery it is; empty without one, and for messages, whose authors are named when it is sent. */
  creative: string;
  /** The net price in the currency's minor unit, and the currency; empty without one. */
  amount: string;
  currency: string;
  /** The `state` before; empty where it did not change. */
  from: string;
  /** The unseen messages: how many, and the newest as the JSON of `UnseenMessage[]`; only of `project_message`. */
  count?: string;
  messages?: string;
  /** The beginning of a proposal's text, and the names of its files as JSON of `string[]`; only of `project_proposed` with a message. */
  text?: string;
  files?: string;
  /** Set when the approval is settled: the mail is not sent. */
  isSettled?: string;
}

type Fact = FollowedFacts[keyof FollowedFacts];

/** The parts of a webhook payload that a mail shows. */
interface Payload {
  project: { title: string; short_code?: string; price?: { amount: number; currency: string } | null };
  work?: Authored;
  message?: Authored;
}
type Authored = { worker?: { full_name: string } | null };

const kinds: Partial<Record<keyof FollowedFacts, (fact: ProjectFact) => ProjectMailKind | undefined>> = {
  'project.approval_required': () => 'project_approval_required',
  'project.published': ({ from }) => (from === 'require_approval' ? 'project_approved' : undefined),
  'project.withdrawn': () => 'project_withdrawn',
  'project.proposed': () => 'project_proposed',
  'project.work_posted': () => 'project_work_posted',
  'project.delivered': () => 'project_delivered',
  'project.finished': () => 'project_finished',
};

/** Managers get these; the project's owner gets the others. */
export const isForManagers = (kind: ProjectMailKind): boolean => kind === 'project_approval_required';

export type ProjectMail = ReturnType<typeof mailJob> & { runAt?: Date };

/** The jobs of the mails about a fact: one for each reader except the actor. No address waits in the queue. */
export async function projectMails(queryable: Queryable, { id, type, data }: CloudEvent<Fact>): Promise<ProjectMail[]> {
  const fact = data as ProjectFact;
  const kind = kinds[type as keyof FollowedFacts]?.(fact);
  if (kind === undefined) return [];
  const { gid: project, organization, owner, actor, from = '', quote, payload } = fact;
  const parts = JSON.parse(payload) as Payload;
  const { title, short_code: code = '', price } = parts.project;
  const creative = (parts.work ?? parts.message)?.worker?.full_name ?? '';
  const person = (isForManagers(kind) ? owner : actor) ?? '';
  const [amount, currency] = price ? [String(toMinor(price.amount, price.currency) ?? ''), price.currency] : ['', ''];
  const names = { title, code, creative, amount, currency };
  const quoted = quote && { text: quote.text, files: JSON.stringify(quote.files) };
  const cause = { kind, project, organization, actor: actor ?? '', person, from, ...names, ...quoted } satisfies ProjectMailCause;
  const readers = isForManagers(kind) ? (await managersOf(queryable, organization)).map(({ gid }) => gid) : [owner];
  return readers
    .filter((reader) => reader !== actor)
    .map((to) => mailJob(PROJECT_MAIL, { about: `${id}/${to}`, to, values: { ...cause } }, organization));
}

/** The job of a mail about unseen messages. None is held back: one leaves for several. */
export function messagesMail({ id, data }: CloudEvent<MessagesUnseenFact>): ProjectMail {
  const { project, organization, person: to, title, short_code: code, price, count, messages } = data;
  const names = { title, code, creative: '', amount: String(price?.amount_minor ?? ''), currency: price?.currency ?? '' };
  const values = { kind: 'project_message', project, organization, actor: '', person: '', from: '', ...names } satisfies ProjectMailCause;
  const shown = { count: String(count), messages: JSON.stringify(messages) };
  return mailJob(PROJECT_MAIL, { about: `${id}/${to}`, to, values: { ...values, ...shown } }, organization);
}

/** The page of a project: its organization's own, else that of all; undefined without one. */
export const pageOf = (project: string, { page }: { page: string | null }, pageOfAll: string | undefined): string | undefined =>
  (page ?? pageOfAll)?.replaceAll('{gid}', project);

/** Whether a title has no link and no control that changes the direction of writing. */
export const isPlain = (title: string): boolean => !hasLink(title) && !/\p{Bidi_Control}/u.test(title);
