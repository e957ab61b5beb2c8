import { noContent } from '@partner-ordering/http';
import { removeComments } from '../domain/conversation/lost-comments.ts';
import type { Operations } from '../../generated/operations.ts';
import { projects } from '../resources/projects.ts';
import { shares } from '../resources/shares.ts';
import { recordFact } from '../domain/project/record.ts';

export const unshareProject: Operations['unshareProject'] = async (context) => {
  const { path, principal, now, tx, load, addJob } = context;
  const project = await load(projects, path.gid);
  project.mustBeOwned(principal, 'delete', 'project share');
  tx.em.remove(await load(shares, path.userGid, { field: 'project', value: project.gid }));
  await removeComments(tx, addJob, { uri: `${projects.href(project.gid)}/shared_with/${path.userGid}`, writtenUntil: now });
  recordFact(context, project, 'project.unshared', { person: path.userGid });
  return noContent();
};
