import type { ProjectState, ProjectStatus } from '@partner-ordering/client';
import { Badge } from '../kit/page.tsx';
import { useTexts, type Texts } from '../text/language.tsx';

/** Where an order stands, in one word: its status, and before it is published its state. */
export type Standing = ProjectStatus | Exclude<ProjectState, 'published'>;

export const standingOf = ({ status, state }: { status: ProjectStatus; state: ProjectState }): Standing =>
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

const standings: Texts<Record<Standing, string>> = {
  en: {
    draft: 'Draft',
    require_approval: 'Needs approval',
    waiting_for_proposal: 'Waiting for a proposal',
    proposal: 'Proposal received',
    in_progress: 'In progress',
    finished: 'Finished',
    paid: 'Paid',
    canceled: 'Canceled',
  },
  fr: {
    draft: 'Brouillon',
    require_approval: 'À approuver',
    waiting_for_proposal: 'En attente d’une proposition',
    proposal: 'Proposition reçue',
    in_progress: 'En cours',
    finished: 'Terminée',
    paid: 'Payée',
    canceled: 'Annulée',
  },
};

export const useStandings = (): Record<Standing, string> => useTexts(standings);

export function OrderStatus({ of }: { of: { status: ProjectStatus; state: ProjectState } }) {
  const standing = standingOf(of);
  return <Badge tone={tones[standing]}>{useStandings()[standing]}</Badge>;
}
