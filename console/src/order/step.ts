import type { Project, ProjectAction } from '@partner-ordering/client';
import type { Session } from '../app/session.tsx';
import { phaseOf, type OrderPhase } from '../orders/status.tsx';
import type { Known } from '../text/values.ts';

/** What the reader does next with an order, or what it waits for. */
export type Step =
  | OrderPhase
  | ('launch' | 'publish' | 'accept_proposal' | 'ask' | 'answer' | 'choose_winner' | 'contest' | 'unassigned')
  | StaffStep;

/** What only our staff does, for the creatives; `delivered` waits for the customer. */
type StaffStep = 'propose' | 'assign' | 'deliver' | 'delivered' | 'add_works' | 'hand_over';

type KnownAction = Known<ProjectAction>;

/** Whether the API says that the reader may do this with an order now: the only rule of rights here. */
export const can = ({ actions }: Project, action: KnownAction): boolean => actions.includes(action);

const ofStaff: readonly KnownAction[] = ['propose', 'assign', 'deliver', 'message_as_worker', 'change_works', 'add_source_files'];

/** Whether the reader may do something for the creatives, as only our staff may. */
export const hasStaffActions = (project: Project): boolean => ofStaff.some((action) => can(project, action));

export const stepOf = (project: Project, session: Session): Step =>
  isCustomerView(project, session) ? customerStepOf(project) : (staffStepOf(project) ?? phaseOf(project));

function staffStepOf(project: Project): StaffStep | undefined {
  const { state, worker, source_files } = project;
  if (can(project, 'propose')) return state === 'proposal' ? undefined : 'propose';
  if (can(project, 'assign') && worker === null) return 'assign';
  if (can(project, 'deliver')) return can(project, 'accept') ? 'delivered' : 'deliver';
  if (can(project, 'change_works')) return 'add_works';
  return can(project, 'add_source_files') && source_files.length === 0 ? 'hand_over' : undefined;
}

function customerStepOf(project: Project): Step {
  if (can(project, 'launch')) return 'launch';
  if (can(project, 'publish')) return project.state === 'proposal' ? 'accept_proposal' : 'publish';
  if (can(project, 'request_proposal')) return 'ask';
  if (can(project, 'accept')) return 'answer';
  if (can(project, 'choose_winner')) return 'choose_winner';
  if (project.status !== 'in_progress') return phaseOf(project);
  if (project.options.mode === 'multi') return 'contest';
  return project.worker === null ? 'unassigned' : 'in_progress';
}

/** Whether the reader is the order's customer here: admins only while they act for its organization. Rights are in `actions`. */
export const isCustomerView = ({ organization }: Project, { isAdmin, organization: current }: Session): boolean =>
  !isAdmin || current?.gid === organization.gid;

export const isFinished = ({ status }: Project): boolean => status === 'finished' || status === 'paid';
