import { Failure, PossiblyStale } from '@partner-ordering/kernel';
import { ok } from '@partner-ordering/http';
import type { Operations } from '../../generated/operations.ts';
import { commentsOn } from '../resources/comments.ts';
import { uriToAsk } from '../domain/conversation/comment.ts';
import { isOwn, seenElsewhere } from '../domain/conversation/seen-elsewhere.ts';

export const getComment: Operations['getComment'] = async ({ path, principal, database, neighbours, sees, read }) => {
  const uri = await uriToAsk(database, principal, path.gid);
  const isSeen =
    uri !== undefined &&
    (isOwn(uri) ? await sees(uri) : (await seenElsewhere(neighbours, principal.user, [uri])).get(uri))?.visible === true;
  try {
    return ok(await read(commentsOn(isSeen ? [uri] : []), path.gid));
  } catch (error) {
    if (error instanceof Failure && error.kind === 'notFound') throw new PossiblyStale([{ type: 'principal', key: principal.user }], error);
    throw error;
  }
};
