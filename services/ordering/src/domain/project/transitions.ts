import type { Condition } from '@partner-ordering/data';
import { DomainRefusal, forbidden, invalid, type Right, type Verb } from '@partner-ordering/kernel';
import type { OrderingFacts } from '../../../generated/events.ts';
import type { ProjectMode, ProjectState, ProjectStatus } from '../../../generated/models.ts';
import { faults } from '../../faults.ts';

/** The commands on an order, each with the event that it publishes. docs/partners/orders.md names the request that asks for each. */
export const eventOf = {
  edit: 'project.updated',
  delete: 'project.deleted',
  publish: 'project.published',
  defer: 'project.approval_required',
  launch: 'project.published',
  request_proposal: 'project.proposal_requested',
  propose: 'project.proposed',
  withdraw: 'project.withdrawn',
  assign: 'project.assigned',
  deliver: 'project.delivered',
  reject: 'project.rejected',
  accept: 'project.finished',
  choose_winner: 'project.finished',
  cancel: 'project.canceled',
  settle: 'project.paid',
} as const satisfies Record<string, keyof OrderingFacts>;

export type Command = keyof typeof eventOf;

/**
 * A role: everybody who sees the order, an owner while a member of the organization, its managers, admins, or the services. Admins
 * may do what managers may, and managers what owners may. Only `manager` approves: a standard user may not approve their own project.
 * `customer` is `owner` without admins.
 */
export type Role = 'all' | 'owner' | 'customer' | 'manager' | 'admin' | 'system';

/** The kinds of orders: of a product, or specific requests. */
export type OrderKind = 'product' | 'specific_request';

/** The properties of an order that guards depend on. */
export interface GuardInput {
  readonly state: ProjectState;
  readonly status: ProjectStatus;
  readonly mode: ProjectMode | null;
  readonly firstResultAt: Date | null;
}

/** The conditions of transitions besides the state, and of activities. Their names appear in the tables of docs/partners/orders.md. */
export const guards = {
  draft: { state: 'draft' },
  'neither finished nor canceled': { status: ['draft', 'in_progress'] },
  'neither draft nor canceled': {
    state: ['waiting_for_proposal', 'proposal', 'require_approval', 'published'],
    status: ['draft', 'in_progress', 'finished', 'paid'],
  },
  running: { status: 'in_progress' },
  'running, no work or delivery': { status: 'in_progress', firstResultAt: null },
  finished: { status: 'finished' },
  'finished or paid': { status: ['finished', 'paid'] },
  'running conversation': { status: 'in_progress', mode: 'solo' },
  'running contest': { status: 'in_progress', mode: 'multi' },
} as const satisfies Record<string, Condition<GuardInput>>;

/** One row of the table: a way in which an order changes. */
export interface Transition {
  readonly from: ProjectState;
  readonly command: Command;
  readonly role: Role;
  readonly of: readonly OrderKind[];
  /** While it does not hold, the command is refused with 400. */
  readonly guard?: keyof typeof guards;
  /** State and status afterwards; null when the order is deleted. */
  readonly to: readonly [ProjectState, ProjectStatus] | null;
}

const product = ['product'] as const;
const request = ['specific_request'] as const;
const both = [...product, ...request] as const;

/**
 * The table of all transitions. Nothing else changes the state of an order: a command without a row is refused (400), and one with a row
 * for another role is forbidden (403). `defer` is a publication that exceeds the owner's budget.
 */
export const transitions: readonly Transition[] = [
  { from: 'draft', command: 'edit', role: 'owner', of: both, to: ['draft', 'draft'] },
  { from: 'draft', command: 'delete', role: 'owner', of: both, to: null },
  { from: 'draft', command: 'publish', role: 'owner', of: product, to: ['published', 'in_progress'] },
  { from: 'draft', command: 'defer', role: 'owner', of: product, to: ['require_approval', 'draft'] },
  { from: 'draft', command: 'request_proposal', role: 'owner', of: request, to: ['waiting_for_proposal', 'draft'] },
  { from: 'waiting_for_proposal', command: 'withdraw', role: 'owner', of: request, to: ['draft', 'draft'] },
  { from: 'waiting_for_proposal', command: 'delete', role: 'owner', of: request, to: null },
  { from: 'waiting_for_proposal', command: 'propose', role: 'admin', of: request, to: ['proposal', 'draft'] },
  { from: 'proposal', command: 'propose', role: 'admin', of: request, to: ['proposal', 'draft'] },
  { from: 'proposal', command: 'publish', role: 'owner', of: request, to: ['published', 'in_progress'] },
  { from: 'proposal', command: 'defer', role: 'owner', of: request, to: ['require_approval', 'draft'] },
  { from: 'proposal', command: 'request_proposal', role: 'owner', of: request, to: ['waiting_for_proposal', 'draft'] },
  { from: 'proposal', command: 'withdraw', role: 'owner', of: request, to: ['draft', 'draft'] },
  { from: 'proposal', command: 'delete', role: 'owner', of: request, to: null },
  { from: 'require_approval', command: 'launch', role: 'manager', of: both, to: ['published', 'in_progress'] },
  { from: 'require_approval', command: 'withdraw', role: 'owner', of: product, to: ['draft', 'draft'] },
  { from: 'require_approval', command: 'withdraw', role: 'owner', of: request, to: ['proposal', 'draft'] },
  { from: 'require_approval', command: 'delete', role: 'owner', of: both, to: null },
  { from: 'published', command: 'assign', role: 'admin', of: both, guard: 'running conversation', to: ['published', 'in_progress'] },
  { from: 'published', command: 'deliver', role: 'admin', of: both, guard: 'running conversation', to: ['published', 'in_progress'] },
  { from: 'published', command: 'reject', role: 'owner', of: both, guard: 'running conversation', to: ['published', 'in_progress'] },
  { from: 'published', command: 'accept', role: 'owner', of: both, guard: 'running conversation', to: ['published', 'finished'] },
  { from: 'published', command: 'choose_winner', role: 'owner', of: both, guard: 'running contest', to: ['published', 'finished'] },
  { from: 'published', command: 'cancel', role: 'owner', of: both, guard: 'running, no work or delivery', to: ['published', 'canceled'] },
  { from: 'published', command: 'cancel', role: 'admin', of: both, guard: 'running', to: ['published', 'canceled'] },
  { from: 'published', command: 'settle', role: 'system', of: both, guard: 'finished', to: ['published', 'paid'] },
];

/** The field of `PUT /projects/{gid}` that asks for a command; `state` for all others. */
const fieldOf: Partial<Record<Command, string>> = { assign: 'worker', cancel: 'status', choose_winner: 'winner' };

/** The wording of a 403 by command; `update project` for all others. */
const actions: Partial<Record<Command, [Verb, string]>> = {
  delete: ['delete', 'project'],
  deliver: ['create', 'message'],
  reject: ['create', 'message'],
  accept: ['create', 'message'],
};

/** 403 for a command of another role. A publication that waits for an approval has its own reason. */
export function forbiddenTo(command: Command, needs?: Right): DomainRefusal {
  const refused = forbidden(...(actions[command] ?? (['update', 'project'] as const)), needs);
  if (command !== 'launch') return refused;
  return new DomainRefusal('forbidden', refused.message, { details: [faults.approval_needed('state')], needs });
}

/** The facts about an order in a refusal. */
type RefusedOrder = GuardInput & { readonly kind: OrderKind };

/** For an impossible command: 400 with the state that forbids it; 403 for `DELETE`, where the contract lists no 400. */
export function refusal(command: Command, { kind, mode, state, status, firstResultAt }: RefusedOrder): DomainRefusal {
  if (command === 'delete') return forbiddenTo(command);
  const situation = { specific_request: kind === 'specific_request', mode: mode ?? undefined, state, status };
  if (command === 'cancel' && firstResultAt) return invalid(faults.too_late_to_cancel('status', situation));
  return invalid(faults.wrong_state(fieldOf[command] ?? 'state', { action: command, ...situation }));
}
