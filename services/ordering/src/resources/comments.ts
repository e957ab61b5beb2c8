import { pick, resource, sql, table, type Resource } from '@partner-ordering/data';
import { organizationReference, userReference } from '@partner-ordering/commerce';
import type { Comment } from '../../generated/models.ts';
import { Comment as CommentEntity } from '../domain/conversation/comment.ts';
import { inVisibleProject } from './projects.ts';

const c = table(CommentEntity, 'c');

/** The subject of a comment, or of the first one above it. */
const about = sql`case when ${c.ancestors.sql} is null then ${c.uri.sql} else (select r.uri from comment r where r.gid = ${c.ancestors.sql}[1]) end`;

/** Comments on subjects that the caller may see, if they belong to a project. */
export const comments = resource<Comment>()({
  noun: 'comment',
  path: '/v1/comments',
  table: c,
  fields: {
    ...pick(c, 'message', 'uri'),
    user: userReference(c.userGid),
    organization: organizationReference(c.organizationGid),
  },
  visible: (principal) => [inVisibleProject(c.projectGid.sql, principal)],
  isCounted: true,
});

/** Adds comments on `uris`, canonical, that the caller sees now. On a shared subject, only comments of the caller's organizations. */
export const commentsOn = (uris: readonly string[]): Resource<Comment, CommentEntity> => ({
  ...comments,
  visible: (principal) => {
    const ours = sql`(${c.isShared.sql} = false or ${c.organizationGid.sql} = any(${[...principal.memberOf]}))`;
    const elsewhere = sql`(${c.projectGid.sql} is null and ${about} = any(${[...uris]}) and ${ours})`;
    return [...comments.visible(principal), ...(uris.length > 0 ? [elsewhere] : [])];
  },
});
