import type { Project, ProjectAction } from '@partner-ordering/client';
import type { Session } from '../app/session.tsx';
import { standingOf, type Standing } from '../orders/status.tsx';

/** What the reader does next with an order, or what it waits for. */
export type Step = Standing | 'launch' | 'publish' | 'accept_proposal' | 'ask' | 'answer' | 'choose_winner' | 'contest' | 'unassigned';

export const can = ({ actions }: Project, action: ProjectAction): boolean => actions.includes(action);

export function stepOf(project: Project): Step {
  if (can(project, 'launch')) return 'launch';
  if (can(project, 'publish')) return project.state === 'proposal' ? 'accept_proposal' : 'publish';
  if (can(project, 'request_proposal')) return 'ask';
  if (can(project, 'accept')) return 'answer';
  if (can(project, 'choose_winner')) return 'choose_winner';
  if (project.status !== 'in_progress') return standingOf(project);
  if (project.options.mode === 'multi') return 'contest';
  return project.worker === null ? 'unassigned' : 'in_progress';
}

/** Whether the reader manages the order's organization, which need not be the one they act for now. */
const isManaged = ({ organization }: Project, { memberships, isAdmin }: Session): boolean =>
  isAdmin || memberships.some((one) => one.is_manager && one.organization.gid === organization.gid);

/** Whether the reader may add files, share and review, which `actions` does not say. */
export const actsAsOwner = (project: Project, session: Session): boolean =>
  (project.owner.gid === session.me.gid && session.memberships.some(({ organization }) => organization.gid === project.organization.gid)) ||
  isManaged(project, session);

export const isFinished = ({ status }: Project): boolean => status === 'finished' || status === 'paid';
