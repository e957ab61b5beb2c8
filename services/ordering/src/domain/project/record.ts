import type { EntityDictionary } from '@mikro-orm/postgresql';
import { sql, type Transaction } from '@partner-ordering/data';
import type { OrderingFacts, ProjectFact, ReceiptState } from '../../../generated/events.ts';
import { Project, type Actor } from './project.ts';
import { eventOf, type Transition } from './transitions.ts';

/** The context that operations and event handlers share: actor, time and transaction. */
interface TransitionContext {
  readonly tx: Transaction;
  readonly principal: Actor;
  readonly now: Date;
  publish(type: string, key: string, data: object): void;
}

/** The details of an event besides the project. */
export type FactDetails = Pick<ProjectFact, 'message' | 'by_staff' | 'quote' | 'work' | 'file' | 'person' | 'from'>;

/** Applies a transition: changes the project, adds an entry to its history, and publishes the event. */
export async function applyTransition(
  context: TransitionContext,
  project: Project,
  transition: Transition,
  details?: FactDetails,
): Promise<void> {
  const { tx, principal, now } = context;
  tx.em.persist(Object.assign(project.apply(transition, principal, now), { messageGid: details?.message ?? null }));
  const { command, from, to } = transition;
  recordFact(context, project, eventOf[command], { ...details, ...(to !== null && to[0] !== from && { from }) });
}

/** Takes VAT and payment of a receipt over to its finished project. Doing it again changes nothing. */
export async function takeOverReceipt(context: TransitionContext, { project: gid, vat, status, file }: ReceiptState): Promise<void> {
  const { em, query } = context.tx;
  const [row] = await query<EntityDictionary<Project>>(sql`select * from project where gid = ${gid} for no key update`);
  if (row?.status !== 'finished') return;
  const project = em.map(Project, row);
  project.fixVat(vat, context.now);
  if (file !== null) project.markModified(context.now);
  if (status === 'paid') await applyTransition(context, project, project.transition('settle', context.principal));
}

/** Publishes an event about a project. */
export function recordFact(
  { principal, publish }: TransitionContext,
  project: Project,
  event: keyof OrderingFacts,
  details: FactDetails = {},
): void {
  const { gid, ownerGid: owner, organizationGid: organization } = project;
  const actor = principal === 'system' ? null : principal.user;
  publish(event, gid, { gid, owner, organization, actor, ...details } satisfies Omit<ProjectFact, 'payload'>);
}
