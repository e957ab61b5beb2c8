import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { removeComments } from '../domain/conversation/lost-comments.ts';
import { mustAllowRemovingBriefFiles } from '../domain/project/project-file.ts';
import { briefFiles } from '../resources/project-files.ts';
import { projects } from '../resources/projects.ts';
import { recordFact } from '../domain/project/record.ts';

export const removeBriefFile: Operations['removeBriefFile'] = async (context) => {
  const { path, principal, now, tx, load, addJob } = context;
  const project = await load(projects, path.gid);
  const file = await load(briefFiles, path.filepath, { field: 'project', value: project.gid });
  project.mustBeOwned(principal, 'delete', 'brief file');
  mustAllowRemovingBriefFiles(project);
  tx.em.remove(file);
  await removeComments(tx, addJob, { uri: `${projects.href(project.gid)}/brief_files/${file.path}`, writtenUntil: now });
  project.markModified(now);
  recordFact(context, project, 'project.brief_file_removed', { file: file.path });
  return noContent();
};
