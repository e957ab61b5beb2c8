import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { removeComments } from '../domain/conversation/nested-comments.ts';
import { comments } from '../resources/comments.ts';
import { loadComment } from './loading/load-comment.ts';

export const deleteComment: Operations['deleteComment'] = async (context) => {
  const { path, principal, tx } = context;
  const comment = await loadComment(context, path.gid);
  comment.mustBeOwned(principal, 'delete');
  tx.em.remove(comment);
  await removeComments(tx, comments.href(comment.gid));
  return noContent();
};
