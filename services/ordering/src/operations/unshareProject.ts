import { noContent } from '@partner-ordering/http';
import { removeComments } from '../domain/conversation/nested-comments.ts';
import type { Operations } from '../../generated/operations.ts';
import { projects } from '../resources/projects.ts';
import { shares } from '../resources/shares.ts';
import { recordFact } from '../domain/project/record.ts';

export const unshareProject: Operations['unshareProject'] = async (context) => {
  const { path, principal, tx, load } = context;
  const project = await load(projects, path.gid);
  project.mustBeOwned(principal, 'delete', 'project share');
  tx.em.remove(await load(shares, path.userGid, { field: 'project', value: project.gid }));
  await removeComments(tx, `${projects.href(project.gid)}/shared_with/${path.userGid}`);
  recordFact(context, project, 'project.unshared', { person: path.userGid });
  return noContent();
};
