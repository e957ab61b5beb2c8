import { noContent } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { comments } from '../resources/comments.ts';

export const updateComment: Operations['updateComment'] = async ({ path, body, principal, now, load }) => {
  const comment = await load(comments, path.gid);
  comment.mustBeOwned(principal, 'update');
  if (body.message !== undefined) comment.update(principal, body.message, now);
  return noContent();
};
