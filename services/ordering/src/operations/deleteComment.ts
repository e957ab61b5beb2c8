import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { removeNested } from '../domain/conversation/nested-comments.ts';
import { loadComment } from './loading/load-comment.ts';

export const deleteComment: Operations['deleteComment'] = async (context) => {
  const { path, principal, tx, addJob } = context;
  const comment = await loadComment(context, path.gid);
  comment.mustBeOwned(principal, 'delete');
  tx.em.remove(comment);
  await removeNested(tx, addJob, [comment.gid]);
  return noContent();
};
