import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { briefFiles } from '../resources/project-files.ts';
import { projects } from '../resources/projects.ts';
import { removeFromBrief } from './files/brief.ts';

export const removeBriefFile: Operations['removeBriefFile'] = async (context) => {
  const { path, principal, now, load } = context;
  const project = await load(projects, path.gid);
  const file = await load(briefFiles, path.filepath, { field: 'project', value: project.gid });
  project.mustAllow('remove_brief_files', principal);
  await removeFromBrief(context, project, [file]);
  project.markModified(now);
  return noContent();
};
