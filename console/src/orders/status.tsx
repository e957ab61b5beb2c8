import type { ProjectState, ProjectStatus, ProjectSummary } from '@partner-ordering/client';
import { useSession, type Session } from '../app/session.tsx';
import { Badge } from '../kit/page.tsx';
import { bilingual, both, isolated } from '@partner-ordering/kernel/texts';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/language.tsx';
import { entryOf, textFor, type Known } from '../text/values.ts';

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
} satisfies Record<Known<OrderPhase>, unknown>);

export const usePhaseName = (): ((phase: OrderPhase) => string) => {
  const names = useTexts(phaseTexts);
  return (phase) => textFor(names, phase);
};

const turnTexts = bilingual({
  mine: both('Your turn', 'À vous'),
  owner: both(
    (name: string) => `With ${name}`,
    (name) => `Chez ${name}`,
  ),
  customer: both('With the customer', 'Chez le client'),
  approver: both('With a manager', 'Chez un gestionnaire'),
  staff: both('With us', 'De notre côté'),
  late: both('Late', 'En retard'),
});

type Awaiting = Pick<ProjectSummary, 'awaits' | 'owner' | 'organization'>;

/** Whether an order awaits the reader by what it says itself. The API's `me` also gives managers those of owners who do not act. */
export function isMyTurn({ awaits, owner, organization }: Awaiting, { me, memberships, isAdmin }: Session): boolean {
  if (awaits === 'owner') return owner.gid === me.gid;
  if (awaits === 'staff') return isAdmin;
  return awaits === 'approver' && memberships.some((one) => one.is_manager && one.organization.gid === organization.gid);
}

interface OrderStatusProps {
  order: Awaiting & Pick<ProjectSummary, 'status' | 'state'>;
  /** The API has found that it awaits the reader. */
  isMine?: boolean;
}

/** Where an order stands, and whose turn it is. */
export function OrderStatus({ order, isMine = false }: OrderStatusProps) {
  const phase = phaseOf(order);
  return (
    <span className="badges">
      <Badge tone={entryOf(tones, phase) ?? 'calm'}>{usePhaseName()(phase)}</Badge>
      <Turn order={order} isMine={isMine} />
    </span>
  );
}

function Turn({ order, isMine }: { order: Awaiting; isMine: boolean }) {
  const texts = useTexts(turnTexts);
  const session = useSession();
  if (order.awaits === null) return null;
  if (isMine || isMyTurn(order, session)) return <Badge tone="mine">{texts.mine}</Badge>;
  const ownerText = session.isAdmin ? texts.customer : texts.owner(isolated(order.owner.firstname));
  return <Badge tone="calm">{order.awaits === 'owner' ? ownerText : textFor(texts, order.awaits)}</Badge>;
}

/** The deadline of an order, and whether it has passed. */
export function Deadline({ order: { status, deadline_at } }: { order: Pick<ProjectSummary, 'status' | 'deadline_at'> }) {
  const { late } = useTexts(turnTexts);
  const { date } = useFormat();
  const isLate = status === 'in_progress' && deadline_at !== null && new Date(deadline_at) < new Date();
  return (
    <span className="badges">
      <span className="nowrap">{date(deadline_at)}</span> {isLate && <Badge tone="wrong">{late}</Badge>}
    </span>
  );
}
