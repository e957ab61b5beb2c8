import { created } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { memberNamed, ProjectShare } from '../domain/project/project-share.ts';
import { projects } from '../resources/projects.ts';
import { recordFact } from '../domain/project/record.ts';

export const shareProject: Operations['shareProject'] = async (context) => {
  const { path, body, principal, now, tx, load } = context;
  const project = await load(projects, path.gid);
  project.mustBeOwned(principal, 'create', 'project share');
  const share = ProjectShare.of(project, await memberNamed(tx, body, project.organizationGid), principal, now);
  tx.em.persist(share);
  recordFact(context, project, 'project.shared', { person: share.userGid });
  return created(`${projects.href(project.gid)}/shared_with/${share.userGid}`);
};
