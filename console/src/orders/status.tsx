import type { ProjectState, ProjectStatus } from '@partner-ordering/client';
import { Badge } from '../kit/page.tsx';
import { bilingual, both } from '@partner-ordering/kernel/texts';
import { useTexts } from '../text/language.tsx';

/** Where an order stands, in one word: its status, and before it is published its state. */
export type OrderPhase = ProjectStatus | Exclude<ProjectState, 'published'>;

export const phaseOf = ({ status, state }: { status: ProjectStatus; state: ProjectState }): OrderPhase =>
  status === 'draft' && state !== 'published' ? state : status;

const tones = {
  draft: 'calm',
  require_approval: 'waits',
  waiting_for_proposal: 'calm',
  proposal: 'waits',
  in_progress: 'calm',
  finished: 'good',
  paid: 'good',
  canceled: 'wrong',
} as const;

const phaseTexts = bilingual({
  draft: both('Draft', 'Brouillon'),
  require_approval: both('Needs approval', 'À approuver'),
  waiting_for_proposal: both('Waiting for a proposal', 'En attente d’une proposition'),
  proposal: both('Proposal received', 'Proposition reçue'),
  in_progress: both('In progress', 'En cours'),
  finished: both('Finished', 'Terminée'),
  paid: both('Paid', 'Payée'),
  canceled: both('Canceled', 'Annulée'),
} satisfies Record<OrderPhase, unknown>);

export const usePhaseTexts = (): Record<OrderPhase, string> => useTexts(phaseTexts);

export function OrderStatus({ order }: { order: { status: ProjectStatus; state: ProjectState } }) {
  const phase = phaseOf(order);
  return <Badge tone={tones[phase]}>{usePhaseTexts()[phase]}</Badge>;
}
