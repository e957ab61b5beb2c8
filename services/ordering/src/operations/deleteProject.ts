import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { projects } from '../resources/projects.ts';
import { recordFact } from '../domain/record.ts';

export const deleteProject: Operations['deleteProject'] = async (context) => {
  const { path, principal, tx, load } = context;
  const project = await load(projects, path.gid);
  project.mustBeOwned(principal, 'delete');
  const { event } = project.transition('delete', principal);
  tx.em.remove(project);
  recordFact(context, project, event);
  return noContent();
};
