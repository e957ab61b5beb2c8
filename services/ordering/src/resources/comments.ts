import { pick, resource, table } from '@partner-ordering/data';
import { userReference } from '@partner-ordering/commerce';
import type { Comment } from '../../generated/models.ts';
import { Comment as CommentEntity } from '../domain/conversation/comment.ts';
import { inVisibleProject } from './projects.ts';

const c = table(CommentEntity, 'c');

/** Comments on what the caller may see. */
export const comments = resource<Comment>()({
  noun: 'comment',
  path: '/v1/comments',
  table: c,
  fields: {
    ...pick(c, 'message', 'uri'),
    user: userReference(c.userGid),
  },
  visible: (principal) => [inVisibleProject(c.projectGid.sql, principal)],
});
