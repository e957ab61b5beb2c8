import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { markSeen } from '../domain/project/project-seen.ts';
import { projects } from '../resources/projects.ts';

export const markProjectSeen: Operations['markProjectSeen'] = async ({ path, principal, now, tx, load }) => {
  const project = await load(projects, path.gid);
  await markSeen(tx, project, principal.user, now);
  return noContent();
};
