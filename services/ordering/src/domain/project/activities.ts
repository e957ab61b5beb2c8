import type { Detail, Verb } from '@partner-ordering/kernel';
import type { ProjectAction } from '../../../generated/models.ts';
import { faults } from '../../faults.ts';
import type { Command, GuardInput, guards, Role } from './transitions.ts';

type Known<Name> = Name extends unknown ? (string extends Name ? never : Name) : never;

/** The actions that the document names, without the text that stands for those of later releases. */
export type KnownAction = Known<ProjectAction>;

/** The actions on an order besides commands. */
export type Activity = Exclude<KnownAction, Command>;

interface ActivityRule {
  readonly role: Exclude<Role, 'system'>;
  readonly guard?: keyof typeof guards;
  /** The words of a 403, unless the operation names another verb. */
  readonly refused: readonly [verb: Verb, noun: string];
  /** The detail of a 400 while the guard does not hold. */
  readonly fault?: (order: GuardInput, verb: Verb) => Detail;
}

const takesNoMessages = ({ state, status }: GuardInput): Detail => faults.takes_no_messages('project', { state, status });

const noRunningContest = ({ mode, status }: GuardInput, verb: Verb): Detail =>
  faults.not_a_running_contest(verb === 'create' ? 'project.gid' : 'project', { mode: mode ?? undefined, status });

/** All activities, in the order of docs/partners/orders.md. `all` is everybody who sees the order, which `load` has checked. */
export const activities: Readonly<Record<Activity, ActivityRule>> = {
  message: { role: 'all', guard: 'neither draft nor canceled', refused: ['create', 'message'], fault: takesNoMessages },
  message_as_worker: { role: 'admin', guard: 'neither draft nor canceled', refused: ['create', 'message'], fault: takesNoMessages },
  comment: { role: 'all', refused: ['create', 'comment'] },
  share: { role: 'owner', refused: ['create', 'project share'] },
  star: { role: 'owner', refused: ['create', 'starred file'] },
  add_brief_files: {
    role: 'owner',
    guard: 'neither finished nor canceled',
    refused: ['create', 'brief file'],
    fault: ({ status }) => faults.brief_closed('status', { status }),
  },
  remove_brief_files: {
    role: 'owner',
    guard: 'draft',
    refused: ['delete', 'brief file'],
    fault: ({ state }) => faults.not_a_draft('state', { state }),
  },
  add_source_files: {
    role: 'admin',
    guard: 'finished or paid',
    refused: ['create', 'source file'],
    fault: ({ status }) => faults.not_finished('status', { action: 'add_source_files', status }),
  },
  change_works: {
    role: 'admin',
    guard: 'running contest',
    refused: ['create', 'work'],
    fault: noRunningContest,
  },
  mark_works: {
    role: 'customer',
    guard: 'running contest',
    refused: ['update', 'mark'],
    fault: noRunningContest,
  },
  review: {
    role: 'owner',
    guard: 'finished or paid',
    refused: ['create', 'review'],
    fault: ({ status }) => faults.not_finished('project.gid', { action: 'review', status }),
  },
};
