import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { ProjectFile } from '../domain/project/project-file.ts';
import { projects } from '../resources/projects.ts';
import { recordFact } from '../domain/project/record.ts';
import { detach } from './files/attach.ts';

export const deleteProject: Operations['deleteProject'] = async (context) => {
  const { path, principal, tx, load } = context;
  const project = await load(projects, path.gid);
  project.mustBeOwned(principal, 'delete');
  const { event } = project.transition('delete', principal);
  detach(context, await tx.em.find(ProjectFile, { projectGid: project.gid }));
  tx.em.remove(project);
  recordFact(context, project, event);
  return noContent();
};
