import type { Project, ProjectAction } from '@partner-ordering/client';
import type { Session } from '../app/session.tsx';
import { standingOf, type Standing } from '../orders/status.tsx';

/** What the reader does next with an order, or what it waits for. */
export type Step =
  | Standing
  | ('launch' | 'publish' | 'accept_proposal' | 'ask' | 'answer' | 'choose_winner' | 'contest' | 'unassigned')
  | StaffStep;

/** What only our staff does, for the creatives; `delivered` waits for the customer. */
type StaffStep = 'propose' | 'assign' | 'deliver' | 'delivered' | 'add_works' | 'hand_over';

export const can = ({ actions }: Project, action: ProjectAction): boolean => actions.includes(action);

export const stepOf = (project: Project, session: Session): Step =>
  answers(project, session) ? customerStepOf(project) : (staffStepOf(project) ?? standingOf(project));

function staffStepOf(project: Project): StaffStep | undefined {
  const { state, worker, source_files } = project;
  if (can(project, 'propose')) return state === 'proposal' ? undefined : 'propose';
  if (can(project, 'assign') && worker === null) return 'assign';
  if (can(project, 'deliver')) return can(project, 'accept') ? 'delivered' : 'deliver';
  if (isContest(project)) return 'add_works';
  return isFinished(project) && source_files.length === 0 ? 'hand_over' : undefined;
}

function customerStepOf(project: Project): Step {
  if (can(project, 'launch')) return 'launch';
  if (can(project, 'publish')) return project.state === 'proposal' ? 'accept_proposal' : 'publish';
  if (can(project, 'request_proposal')) return 'ask';
  if (can(project, 'accept')) return 'answer';
  if (can(project, 'choose_winner')) return 'choose_winner';
  if (isContest(project)) return 'contest';
  if (project.status !== 'in_progress') return standingOf(project);
  return project.worker === null ? 'unassigned' : 'in_progress';
}

/** A contest that takes works. */
export const isContest = ({ status, options }: Project): boolean => status === 'in_progress' && options.mode === 'multi';

/** Whether the reader answers for the customers: our staff only while it acts for their organization. */
export const answers = ({ organization }: Project, session: Session): boolean =>
  !session.isAdmin || session.organization?.gid === organization.gid;

/** Whether the reader manages the order's organization, which need not be the one they act for now. */
const isManaged = ({ organization }: Project, { memberships, isAdmin }: Session): boolean =>
  isAdmin || memberships.some((one) => one.is_manager && one.organization.gid === organization.gid);

/** Whether the reader may add files, share and review, which `actions` does not say. */
export const actsAsOwner = (project: Project, session: Session): boolean =>
  (project.owner.gid === session.me.gid && session.memberships.some(({ organization }) => organization.gid === project.organization.gid)) ||
  isManaged(project, session);

export const isFinished = ({ status }: Project): boolean => status === 'finished' || status === 'paid';
