import type { Tools } from '../../context.ts';
import { uriToAsk, type Comment } from '../../domain/conversation/comment.ts';
import { commentsOn } from '../../resources/comments.ts';
import { isOwn, seenElsewhere } from '../../domain/conversation/seen-elsewhere.ts';

/** Loads and locks a comment. 404 where the caller does not see what it is about, which other services are asked before. */
export async function loadComment({ tx, principal, sees, asked, load }: Tools, gid: string): Promise<Comment> {
  const uri = await uriToAsk(tx, principal, gid);
  if (uri === undefined) return load(commentsOn([]), gid);
  const isSeen = isOwn(uri)
    ? (await sees(uri)).visible
    : asked(`who sees ${uri}`, (neighbours) => seenElsewhere(neighbours, principal.user, [uri])).get(uri)?.visible;
  return load(commentsOn(isSeen ? [uri] : []), gid);
}
