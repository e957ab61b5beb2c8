import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { mustHaveRoom } from '../domain/project/project-file.ts';
import { recordFact } from '../domain/project/record.ts';
import { projects } from '../resources/projects.ts';
import { attach } from './files/attach.ts';

export const addSourceFile: Operations['addSourceFile'] = async (context) => {
  const { path, principal, now, tx, load } = context;
  const project = await load(projects, path.gid);
  project.mustAllow('add_source_files', principal);
  await mustHaveRoom(tx, project, 'source');
  const [file] = await attach(context, { project: project.gid, kind: 'source' }, context.files('url'));
  project.addedBy(principal, now);
  project.markModified(now);
  recordFact(context, project, 'project.source_file_added', { file: file!.path });
  return created(`${projects.href(project.gid)}/source_files/${file!.path}`);
};
