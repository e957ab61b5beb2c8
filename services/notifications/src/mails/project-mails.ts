import { managersOf } from '@partner-ordering/commerce';
import type { CloudEvent } from '@partner-ordering/messaging';
import type { Queryable } from '@partner-ordering/data';
import { mailJob } from '@partner-ordering/mail';
import type { FollowedFacts, Notifications, ProjectFact } from '../../generated/events.ts';

/** The kinds of mails about projects. Identity knows which of them each user has switched off. */
export type ProjectMailKind = keyof Notifications;

/** The job that all of them have: the mail server that hangs then holds one of the worker's places and not one for each kind. */
export const PROJECT_MAIL = 'project';

/** What such a mail is told of its cause. The reader's gid stands behind the event's id in `about`. */
export interface ToldProject {
  kind: ProjectMailKind;
  /** Gid. */
  project: string;
  title: string;
  /** Gid. */
  organization: string;
  /** Gid of the person of whom the mail speaks: who did it, or who asks for an approval. Empty without one. */
  person: string;
  /** The `state` before; empty where it did not change. */
  from: string;
  /** Given once nobody has to approve it any more: then the mail is not sent. */
  isSettled?: string;
}

/** A second look for managers who were not known yet when an approval was needed. */
export interface LateManagers {
  /** Id of the fact. */
  event: string;
  told: ToldProject;
  /** Gids of those who need no mail: it was theirs already, or they did it. */
  except: string[];
}

/** The states of people come by another topic than facts; by then they have. */
const LATE_AFTER_MS = 10 * 60_000;

type Fact = FollowedFacts[keyof FollowedFacts];

/** Which kind a fact is of. */
const kinds: Partial<Record<keyof FollowedFacts, (fact: ProjectFact) => ProjectMailKind | undefined>> = {
  'project.approval_required': () => 'project_approval_required',
  'project.published': ({ from }) => (from === 'require_approval' ? 'project_approved' : undefined),
  'project.withdrawn': () => 'project_withdrawn',
  'project.proposed': () => 'project_proposed',
  'project.work_posted': () => 'project_work_posted',
  'project.delivered': () => 'project_delivered',
  'project.finished': () => 'project_finished',
};

/** Only managers get these; the others go to the owner of the project. */
export const isForManagers = (kind: ProjectMailKind): boolean => kind === 'project_approval_required';

/** The jobs of the mails about a fact: one for each reader, but none for who did it. Whether they want it is seen when it is written. */
export async function projectMails(queryable: Queryable, { id, type, data }: CloudEvent<Fact>, now: Date): Promise<ProjectMailJob[]> {
  const fact = data as ProjectFact;
  const kind = kinds[type as keyof FollowedFacts]?.(fact);
  if (kind === undefined) return [];
  const { gid: project, organization, owner, actor, from = '', shown } = fact;
  const { title } = (JSON.parse(shown) as { project: { title: string } }).project;
  const person = (isForManagers(kind) ? owner : actor) ?? '';
  const told = { kind, project, title, organization, person, from } satisfies ToldProject;
  const done = actor === null ? [] : [actor];
  if (!isForManagers(kind)) return mailsTo([owner], { event: id, told, except: done });
  const managers = (await managersOf(queryable, organization)).map(({ gid }) => gid);
  const late: LateManagers = { event: id, told, except: [...managers, ...done] };
  return [
    ...mailsTo(managers, { event: id, told, except: done }),
    { name: 'mail_late_managers', key: id, data: late, runAt: new Date(now.getTime() + LATE_AFTER_MS) },
  ];
}

type ProjectMailJob = ReturnType<typeof mailJob> | { name: 'mail_late_managers'; key: string; data: LateManagers; runAt: Date };

/** The mails to managers who were not known yet. */
export const lateMails = async (queryable: Queryable, late: LateManagers): Promise<ProjectMailJob[]> =>
  late.told.isSettled === undefined
    ? mailsTo(
        (await managersOf(queryable, late.told.organization)).map(({ gid }) => gid),
        late,
      )
    : [];

// No address waits in the queue: the letter finds out the one that is valid then.
const mailsTo = (readers: readonly string[], { event, told, except }: LateManagers) =>
  readers
    .filter((reader) => !except.includes(reader))
    .map((to) => mailJob(PROJECT_MAIL, { about: `${event}/${to}`, to, told: { ...told } }));
