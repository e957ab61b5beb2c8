import { expression, raw, resource, table } from '@partner-ordering/data';
import { userReference } from '@partner-ordering/commerce';
import type { ProjectShare } from '../../generated/models.ts';
import { ProjectShare as ProjectShareEntity } from '../domain/project/project-share.ts';

const s = table(ProjectShareEntity, 'ps');

/** The users with whom a project is shared, found by their gid and visible to users who see the project. */
export const shares = resource<ProjectShare>()({
  noun: 'project share',
  path: '/v1/projects/{gid}/shared_with',
  table: s,
  key: 'user',
  fields: {
    href: expression<string>(raw(`'/v1/projects/' || ps.project_gid || '/shared_with/' || ps.user_gid`)),
    user: userReference(s.userGid),
    shared_by: userReference(s.sharedByGid),
  },
  aliases: { project: s.projectGid },
  visible: () => [raw('true')],
});
