import type { OrderingFacts } from '../../generated/events.ts';
import type { ProjectState, ProjectStatus } from '../../generated/models.ts';

/** What can be done with an order. */
export type Command = 'edit' | 'delete' | 'publish' | 'defer' | 'launch' | 'request_proposal' | 'withdraw' | 'cancel';

/**
 * Who may do it. `owner` includes the managers of the organization and admins; `manager` are these alone:
 * a standard user may not approve their own project.
 */
export type Actor = 'owner' | 'manager';

/** Which orders a row is for: of a product, or specific requests. */
export type OrderKind = 'product' | 'specific_request';

/** One way in which an order changes. */
export interface Transition {
  readonly from: ProjectState;
  readonly command: Command;
  readonly who: Actor;
  readonly of: readonly OrderKind[];
  /** State and status afterwards; null when the order is gone. */
  readonly to: readonly [ProjectState, ProjectStatus] | null;
  readonly event: keyof OrderingFacts;
}

const product = ['product'] as const;
const request = ['specific_request'] as const;
const both = [...product, ...request] as const;

/**
 * The table of all transitions; nothing else changes the state of an order. What is not in it is refused (400),
 * what is in it for somebody else is forbidden (403). `defer` is a publication that exceeds the owner's budget.
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
  { from: 'require_approval', command: 'launch', who: 'manager', of: both, to: ['published', 'in_progress'], event: 'project.published' },
  { from: 'require_approval', command: 'withdraw', who: 'owner', of: product, to: ['draft', 'draft'], event: 'project.withdrawn' },
  { from: 'require_approval', command: 'delete', who: 'owner', of: both, to: null, event: 'project.deleted' },
  { from: 'published', command: 'cancel', who: 'owner', of: both, to: ['published', 'canceled'], event: 'project.canceled' },
];
