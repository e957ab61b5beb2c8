import type { Tools } from '../../context.ts';
import type { Comment } from '../../domain/conversation/comment.ts';
import { urisToAsk } from '../../domain/conversation/nested-comments.ts';
import { commentsOn } from '../../resources/comments.ts';
import { visibleUris } from './visible-uris.ts';

/** Loads and locks a comment. 404 where the caller does not see what it is about, which other services are asked before. */
export async function loadComment(tools: Tools, gid: string): Promise<Comment> {
  const { tx, principal, load } = tools;
  const seen = await visibleUris(tools, await urisToAsk(tx, principal, [gid]));
  return load(commentsOn([...seen.keys()]), gid);
}
