import type { Transaction } from '@partner-ordering/data';
import type { OrderingFacts, ProjectFact, ReceiptState } from '../../../generated/events.ts';
import type { Actor, Project } from './project.ts';
import { readReplicas } from '../replicas/replicas.ts';
import type { Transition } from './transitions.ts';

/** What operations and event handlers have in common: who acts, when, and where it is written. */
export interface TransitionContext {
  readonly tx: Transaction;
  readonly principal: Actor;
  readonly now: Date;
  publish(type: string, key: string, data: object): void;
}

/** What a fact names besides the project. */
export type FactDetails = Pick<ProjectFact, 'message' | 'work' | 'file'>;

/** Carries out a transition: the project changes, its history gets a step, and what happened is told. */
export async function carryOut(context: TransitionContext, project: Project, transition: Transition, details?: FactDetails): Promise<void> {
  const { tx, principal, now } = context;
  tx.em.persist(project.apply(transition, principal, now));
  recordFact(context, project, transition.event, details);
  if (project.status !== 'finished') return;
  // Billed before it is finished: only where this database was set back to an earlier day.
  const receipt = (await readReplicas(tx, [{ type: 'receipt', key: project.gid }])).get('receipt', project.gid);
  if (receipt) await takeOverReceipt({ ...context, principal: 'system' }, project, receipt);
}

/** What a finished project takes over from its receipt: the VAT, and that it is paid. Taken over again, it changes nothing. */
export async function takeOverReceipt(context: TransitionContext, project: Project, { vat, status }: ReceiptState): Promise<void> {
  if (project.status !== 'finished') return;
  project.fixVat(vat, context.now);
  if (status === 'paid') await carryOut(context, project, project.transition('settle', context.principal));
}

/** Tells what happened to a project. */
export function recordFact(
  { principal, publish }: Pick<TransitionContext, 'principal' | 'publish'>,
  project: Project,
  event: keyof OrderingFacts,
  details: FactDetails = {},
): void {
  const { gid, ownerGid: owner, organizationGid: organization } = project;
  const actor = principal === 'system' ? null : principal.user;
  publish(event, gid, { gid, owner, organization, actor, ...details } satisfies ProjectFact);
}
