import { created, noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { mustHaveRoom } from '../domain/project/project-file.ts';
import { recordFact } from '../domain/project/record.ts';
import { briefFiles } from '../resources/project-files.ts';
import { projects } from '../resources/projects.ts';
import { attach } from './files/attach.ts';
import { removeFromBrief } from './files/brief.ts';

export const addSourceFile: Operations['addSourceFile'] = async (context) => {
  const { path, principal, now, tx, load } = context;
  const project = await load(projects, path.gid);
  project.mustAllow('add_source_files', principal);
  await mustHaveRoom(tx, project, 'source');
  const [file] = await attach(context, { project: project.gid, kind: 'source' }, context.files('url'));
  project.markModified(now);
  recordFact(context, project, 'project.source_file_added', { file: file!.path });
  return created(`${projects.href(project.gid)}/source_files/${file!.path}`);
};

export const removeBriefFile: Operations['removeBriefFile'] = async (context) => {
  const { path, principal, now, load } = context;
  const project = await load(projects, path.gid);
  const file = await load(briefFiles, path.filepath, { field: 'project', value: project.gid });
  project.mustAllow('remove_brief_files', principal);
  await removeFromBrief(context, project, file);
  project.markModified(now);
  return noContent();
};
