import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { mustHaveRoom } from '../domain/project/project-file.ts';
import { projects } from '../resources/projects.ts';
import { addToBrief } from './files/brief.ts';

export const addBriefFile: Operations['addBriefFile'] = async (context) => {
  const { path, principal, now, tx, load } = context;
  const project = await load(projects, path.gid);
  project.mustAllow('add_brief_files', principal);
  await mustHaveRoom(tx, project, 'brief');
  const [file] = context.files('url');
  await addToBrief(context, project, [file!]);
  project.markModified(now);
  return created(`${projects.href(project.gid)}/brief_files/${file!.path}`);
};
