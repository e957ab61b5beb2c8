import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { comments } from '../resources/comments.ts';

export const deleteComment: Operations['deleteComment'] = async ({ path, principal, tx, load }) => {
  const comment = await load(comments, path.gid);
  comment.mustBeOwned(principal, 'delete');
  tx.em.remove(comment);
  return noContent();
};
