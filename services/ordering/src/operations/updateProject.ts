import { invalid } from '@partner-ordering/data';
import { noContent, type OperationTools } from '@partner-ordering/http';
import type { ProjectUpdate } from '../../generated/models.ts';
import type { Operations } from '../../generated/operations.ts';
import type { Dependencies } from '../context.ts';
import { release } from '../domain/budget.ts';
import { edit } from '../domain/edit.ts';
import type { Project } from '../domain/project.ts';
import { publication } from '../domain/publish.ts';
import type { Transition } from '../domain/transitions.ts';
import { projects } from '../resources/projects.ts';
import { record } from './record.ts';

export const updateProject: Operations['updateProject'] = async (context) => {
  const { path, body, principal, now, load } = context;
  const project = await load(projects, path.gid);
  project.mustBeOwned(principal);

  const { state, status, ...changes } = body;
  if (status !== undefined && Object.keys(body).length > 1)
    throw invalid({ path: 'status', message: 'a cancelation changes nothing else' });
  if (Object.keys(changes).length > 0) await edit(context, project, changes);
  const transition = await requested(context, project, body);
  if (transition) record(context, project, project.apply(transition, principal, now), transition.event);
  return noContent();
};

/** The transition that a body asks for; undefined when it changes nothing. */
async function requested(context: OperationTools & Dependencies, project: Project, body: ProjectUpdate): Promise<Transition | undefined> {
  const { tx, principal, now } = context;
  const { state, status } = body;
  if (status === 'canceled') {
    const cancel = project.transition('cancel', principal);
    await release(tx, project, now);
    return cancel;
  }
  if (state === 'published') return publish(context, project, body);
  if (state === 'waiting_for_proposal') return project.transition('request_proposal', principal);
  if (state === 'draft' && project.state !== 'draft') return project.transition('withdraw', principal);
  return Object.keys(body).length > 0 ? project.transition('edit', principal) : undefined;
}

/** A draft's price is checked again; what waits for an approval keeps its own. */
async function publish(context: OperationTools & Dependencies, project: Project, body: ProjectUpdate): Promise<Transition> {
  if (project.state === 'draft' && project.kind === 'product' && body.price === undefined) await edit(context, project, {});
  return publication(context.tx, { ...context, project });
}
