import type { OrderingFacts } from '../../../generated/events.ts';
import type { ProjectMode, ProjectState, ProjectStatus } from '../../../generated/models.ts';

/** The commands on an order, each with the request that carries it out. */
export const commands = {
  edit: '`PUT` with fields of the draft',
  delete: '`DELETE`',
  publish: '`PUT {state: "published"}`, or `POST` with it',
  defer: 'the same as `publish`, where the price exceeds the monthly budget of the owner',
  launch: '`PUT {state: "published"}` of what waits for an approval',
  request_proposal: '`PUT {state: "waiting_for_proposal"}`',
  propose: '`PUT {state: "proposal", price, options}`, or new ones of a proposal',
  withdraw: '`PUT {state: "draft"}`',
  assign: '`PUT {worker}`',
  deliver: '`POST …/messages` of type `delivery`',
  reject: '`POST …/messages` of type `reject`',
  accept: '`POST …/messages` of type `accept`',
  choose_winner: '`PUT {winner}`',
  cancel: '`PUT {status: "canceled"}`',
  settle: 'nobody: billing says that the receipt is paid',
} as const;

export type Command = keyof typeof commands;

/** The roles of the column `who`. */
export const roles = {
  owner: 'the owner while a member of the organization, its managers, and admins',
  manager: 'managers of the organization, and admins: a standard user may not approve their own project',
  admin: "admins, who act for the workers' side",
  system: 'nobody who signs in',
} as const;

export type Role = keyof typeof roles;

/** The kinds of orders: of a product, or specific requests. */
export type OrderKind = 'product' | 'specific_request';

/** What guards depend on. */
export interface GuardInput {
  readonly status: ProjectStatus;
  readonly mode: ProjectMode | null;
  readonly firstResultAt: Date | null;
}

/** What must hold besides the state. The names appear in the table of docs/orders.md. */
export const guards = {
  running: ({ status }: GuardInput) => status === 'in_progress',
  'running, without work or delivery': ({ status, firstResultAt }: GuardInput) => status === 'in_progress' && firstResultAt === null,
  finished: ({ status }: GuardInput) => status === 'finished',
  'running conversation': ({ status, mode }: GuardInput) => status === 'in_progress' && mode === 'solo',
  'running contest': ({ status, mode }: GuardInput) => status === 'in_progress' && mode === 'multi',
} as const satisfies Record<string, (order: GuardInput) => boolean>;

/** One row of the table: a way in which an order changes. */
export interface Transition {
  readonly from: ProjectState;
  readonly command: Command;
  readonly who: Role;
  readonly of: readonly OrderKind[];
  /** While it does not hold, the command is refused with 400. */
  readonly guard?: keyof typeof guards;
  /** State and status afterwards; null when the order is deleted. */
  readonly to: readonly [ProjectState, ProjectStatus] | null;
  readonly event: keyof OrderingFacts;
}

const product = ['product'] as const;
const request = ['specific_request'] as const;
const both = [...product, ...request] as const;

/**
 * The table of all transitions. Nothing else changes the state of an order: a command without a row is refused (400), and one with a row
 * for another role is forbidden (403). `defer` is a publication that exceeds the owner's budget.
 */
export const transitions: readonly Transition[] = [
  { from: 'draft', command: 'edit', who: 'owner', of: both, to: ['draft', 'draft'], event: 'project.updated' },
  { from: 'draft', command: 'delete', who: 'owner', of: both, to: null, event: 'project.deleted' },
  { from: 'draft', command: 'publish', who: 'owner', of: product, to: ['published', 'in_progress'], event: 'project.published' },
  { from: 'draft', command: 'defer', who: 'owner', of: product, to: ['require_approval', 'draft'], event: 'project.approval_required' },
  {
    from: 'draft',
    command: 'request_proposal',
    who: 'owner',
    of: request,
    to: ['waiting_for_proposal', 'draft'],
    event: 'project.proposal_requested',
  },
  { from: 'waiting_for_proposal', command: 'withdraw', who: 'owner', of: request, to: ['draft', 'draft'], event: 'project.withdrawn' },
  { from: 'waiting_for_proposal', command: 'delete', who: 'owner', of: request, to: null, event: 'project.deleted' },
  { from: 'waiting_for_proposal', command: 'propose', who: 'admin', of: request, to: ['proposal', 'draft'], event: 'project.proposed' },
  { from: 'proposal', command: 'propose', who: 'admin', of: request, to: ['proposal', 'draft'], event: 'project.proposed' },
  { from: 'proposal', command: 'publish', who: 'owner', of: request, to: ['published', 'in_progress'], event: 'project.published' },
  { from: 'proposal', command: 'defer', who: 'owner', of: request, to: ['require_approval', 'draft'], event: 'project.approval_required' },
  {
    from: 'proposal',
    command: 'request_proposal',
    who: 'owner',
    of: request,
    to: ['waiting_for_proposal', 'draft'],
    event: 'project.proposal_requested',
  },
  { from: 'proposal', command: 'withdraw', who: 'owner', of: request, to: ['draft', 'draft'], event: 'project.withdrawn' },
  { from: 'proposal', command: 'delete', who: 'owner', of: request, to: null, event: 'project.deleted' },
  { from: 'require_approval', command: 'launch', who: 'manager', of: both, to: ['published', 'in_progress'], event: 'project.published' },
  { from: 'require_approval', command: 'withdraw', who: 'owner', of: product, to: ['draft', 'draft'], event: 'project.withdrawn' },
  { from: 'require_approval', command: 'withdraw', who: 'owner', of: request, to: ['proposal', 'draft'], event: 'project.withdrawn' },
  { from: 'require_approval', command: 'delete', who: 'owner', of: both, to: null, event: 'project.deleted' },
  {
    from: 'published',
    command: 'assign',
    who: 'admin',
    of: both,
    guard: 'running conversation',
    to: ['published', 'in_progress'],
    event: 'project.assigned',
  },
  {
    from: 'published',
    command: 'deliver',
    who: 'admin',
    of: both,
    guard: 'running conversation',
    to: ['published', 'in_progress'],
    event: 'project.delivered',
  },
  {
    from: 'published',
    command: 'reject',
    who: 'owner',
    of: both,
    guard: 'running conversation',
    to: ['published', 'in_progress'],
    event: 'project.rejected',
  },
  {
    from: 'published',
    command: 'accept',
    who: 'owner',
    of: both,
    guard: 'running conversation',
    to: ['published', 'finished'],
    event: 'project.finished',
  },
  {
    from: 'published',
    command: 'choose_winner',
    who: 'owner',
    of: both,
    guard: 'running contest',
    to: ['published', 'finished'],
    event: 'project.finished',
  },
  {
    from: 'published',
    command: 'cancel',
    who: 'owner',
    of: both,
    guard: 'running, without work or delivery',
    to: ['published', 'canceled'],
    event: 'project.canceled',
  },
  {
    from: 'published',
    command: 'cancel',
    who: 'admin',
    of: both,
    guard: 'running',
    to: ['published', 'canceled'],
    event: 'project.canceled',
  },
  {
    from: 'published',
    command: 'settle',
    who: 'system',
    of: both,
    guard: 'finished',
    to: ['published', 'paid'],
    event: 'project.paid',
  },
];
