import { created, noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { removeComments } from '../domain/conversation/nested-comments.ts';
import { memberNamed, ProjectShare } from '../domain/project/project-share.ts';
import { recordFact } from '../domain/project/record.ts';
import { projects } from '../resources/projects.ts';
import { shares } from '../resources/shares.ts';

export const shareProject: Operations['shareProject'] = async (context) => {
  const { path, body, principal, now, tx, load } = context;
  const project = await load(projects, path.gid);
  project.mustAllow('share', principal);
  const share = ProjectShare.of(project, await memberNamed(tx, body, project.organizationGid), principal, now);
  tx.em.persist(share);
  recordFact(context, project, 'project.shared', { person: share.userGid });
  return created(`${projects.href(project.gid)}/shared_with/${share.userGid}`);
};

export const unshareProject: Operations['unshareProject'] = async (context) => {
  const { path, principal, tx, load } = context;
  const project = await load(projects, path.gid);
  project.mustAllow('share', principal, 'delete');
  tx.em.remove(await load(shares, path.userGid, { field: 'project', value: project.gid }));
  await removeComments(tx, `${projects.href(project.gid)}/shared_with/${path.userGid}`);
  recordFact(context, project, 'project.unshared', { person: path.userGid });
  return noContent();
};
