import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { ProjectFile } from '../domain/project/project-file.ts';
import { projects } from '../resources/projects.ts';
import { recordFact } from '../domain/project/record.ts';
import { eventOf } from '../domain/project/transitions.ts';

export const deleteProject: Operations['deleteProject'] = async (context) => {
  const { path, principal, tx, load } = context;
  const project = await load(projects, path.gid);
  project.mustBeOwned(principal, 'delete');
  project.transition('delete', principal);
  // By name, although the database would follow: each is a public state that ends.
  tx.em.remove([...(await tx.em.find(ProjectFile, { projectGid: project.gid })), project]);
  recordFact(context, project, eventOf.delete);
  return noContent();
};
