import type { Transaction } from '@partner-ordering/data';
import type { OrderingFacts, ProjectFact, ReceiptState } from '../../../generated/events.ts';
import type { Agent, Project } from './project.ts';
import { readReplicas } from '../replicas/replicas.ts';
import type { Transition } from './transitions.ts';

/** What operations and event handlers have in common: who acts, when, and where it is written. */
export interface Scene {
  readonly tx: Transaction;
  readonly principal: Agent;
  readonly now: Date;
  publish(type: string, key: string, data: object): void;
}

/** What a fact names besides the project. */
export type FactDetails = Pick<ProjectFact, 'message' | 'work' | 'file'>;

/** Carries out a transition: the project changes, its history gets a step, and what happened is told. */
export async function carryOut(scene: Scene, project: Project, transition: Transition, details?: FactDetails): Promise<void> {
  const { tx, principal, now } = scene;
  tx.em.persist(project.apply(transition, principal, now));
  recordFact(scene, project, transition.event, details);
  if (project.status !== 'finished') return;
  // Billed before it is finished: only where this database was set back to an earlier day.
  const receipt = (await readReplicas(tx, [{ type: 'receipt', key: project.gid }])).get('receipt', project.gid);
  if (receipt) await takeOverReceipt({ ...scene, principal: 'system' }, project, receipt);
}

/** What a finished project takes over from its receipt: the VAT, and that it is paid. Taken over again, it changes nothing. */
export async function takeOverReceipt(scene: Scene, project: Project, { vat, status }: ReceiptState): Promise<void> {
  if (project.status !== 'finished') return;
  project.fixVat(vat, scene.now);
  if (status === 'paid') await carryOut(scene, project, project.transition('settle', scene.principal));
}

/** Tells what happened to a project. */
export function recordFact(
  { principal, publish }: Pick<Scene, 'principal' | 'publish'>,
  project: Project,
  event: keyof OrderingFacts,
  details: FactDetails = {},
): void {
  const { gid, ownerGid: owner, organizationGid: organization } = project;
  const actor = principal === 'system' ? null : principal.user;
  publish(event, gid, { gid, owner, organization, actor, ...details } satisfies ProjectFact);
}
