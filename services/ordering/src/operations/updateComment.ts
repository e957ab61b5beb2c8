import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { loadComment } from './loading/load-comment.ts';

export const updateComment: Operations['updateComment'] = async (context) => {
  const { path, body, principal, now } = context;
  const comment = await loadComment(context, path.gid);
  comment.mustBeOwned(principal, 'update');
  if (body.message !== undefined) comment.update(principal, body.message, now);
  return noContent();
};
