import type { ProjectAwaits, ProjectState, ProjectStatus } from '../../../generated/models.ts';

/** The side that a message speaks for. Staff also write for workers. */
export type Side = 'customer' | 'staff';

/** Who wrote the last message that still needs an answer, or sent the order back to its owner as a draft. */
export type LastWord = Side | 'approver';

/** The properties of an order that decide whose turn it is. */
export interface Turn {
  readonly state: ProjectState;
  readonly status: ProjectStatus;
  /** There are works to judge, or a delivery to answer. */
  readonly hasOpenResult: boolean;
  readonly lastWord: LastWord | null;
}

/** Whether anything can still be asked and answered: the order is sent, and not at its end. */
const isOpen = ({ state, status }: Pick<Turn, 'state' | 'status'>): boolean =>
  state !== 'draft' && (status === 'draft' || status === 'in_progress');

/** Whether the last word still stands: it is answered where another state follows, or nothing can be answered any more. */
export const isWordOpen = (order: Pick<Turn, 'state' | 'status' | 'lastWord'>): boolean =>
  order.lastWord === 'approver' ? order.state === 'draft' : isOpen(order);

/** Whom an order awaits: first whom its state asks, then the side that did not write last. An integrity check says it in SQL. */
export function awaitedBy(order: Turn): ProjectAwaits | null {
  const { state, hasOpenResult, lastWord } = order;
  if (state === 'draft') return lastWord === 'approver' ? 'owner' : null;
  if (!isOpen(order)) return null;
  if (state === 'require_approval') return 'approver';
  if (state === 'proposal' || hasOpenResult || lastWord === 'staff') return 'owner';
  return state === 'waiting_for_proposal' || lastWord === 'customer' ? 'staff' : null;
}
