import type { OperationTools } from '@partner-ordering/http';
import type { OrderingFacts, ProjectFact } from '../../generated/events.ts';
import type { ProjectTransition } from '../domain/project-transition.ts';
import type { Project } from '../domain/project.ts';

/** Keeps a step in the history and tells what happened. */
export function record(context: OperationTools, project: Project, step: ProjectTransition, event: keyof OrderingFacts): void {
  context.tx.em.persist(step);
  recordFact(context, project, event);
}

/** Tells what happened to a project. */
export function recordFact(
  { principal, publish }: OperationTools,
  { gid, ownerGid, organizationGid }: Project,
  event: keyof OrderingFacts,
): void {
  const fact: ProjectFact = { gid, owner: ownerGid, organization: organizationGid, actor: principal.user };
  publish(event, gid, fact);
}
