import type { ProjectAwaits, ProjectState, ProjectStatus } from '../../../generated/models.ts';

/** The side that a message speaks for. Staff also write for workers. */
export type Side = 'customer' | 'staff';

/** The properties of an order that decide whose turn it is. */
export interface Turn {
  readonly state: ProjectState;
  readonly status: ProjectStatus;
  /** There are works to judge, or a delivery to answer. */
  readonly hasOpenResult: boolean;
  /** Who wrote the last message that still needs an answer. */
  readonly lastWord: Side | null;
}

/** Whether anything can still be asked and answered: the order is sent, and not at its end. */
export const isOpen = ({ state, status }: Pick<Turn, 'state' | 'status'>): boolean =>
  state !== 'draft' && (status === 'draft' || status === 'in_progress');

/** Whom an order awaits: first whom its state asks, then the side that did not write last. An integrity check says it in SQL. */
export function awaitedBy(order: Turn): ProjectAwaits | null {
  const { state, hasOpenResult, lastWord } = order;
  if (!isOpen(order)) return null;
  if (state === 'require_approval') return 'approver';
  if (state === 'proposal' || hasOpenResult || lastWord === 'staff') return 'owner';
  return state === 'waiting_for_proposal' || lastWord === 'customer' ? 'staff' : null;
}
