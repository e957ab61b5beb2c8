import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { mustHaveRoom, mustAllowAddingBriefFiles } from '../domain/project/project-file.ts';
import { projects } from '../resources/projects.ts';
import { attach } from './files/attach.ts';
import { recordFact } from '../domain/project/record.ts';

export const addBriefFile: Operations['addBriefFile'] = async (context) => {
  const { path, principal, now, tx, load } = context;
  const project = await load(projects, path.gid);
  project.mustBeOwned(principal, 'create', 'brief file');
  mustAllowAddingBriefFiles(project);
  await mustHaveRoom(tx, project, 'brief');
  const [file] = await attach(context, { project: project.gid, kind: 'brief' }, 'url');
  project.markModified(now);
  recordFact(context, project, 'project.brief_file_added', { file: file!.path });
  return created(`${projects.href(project.gid)}/brief_files/${file!.path}`);
};
