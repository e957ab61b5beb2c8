import { isVisible, type Resource } from '@partner-ordering/data';
import type { Tools } from '../../context.ts';
import { projectOfWork } from '../../domain/contest/work.ts';
import type { CommentSubject } from '../../domain/conversation/comment.ts';
import { commentIn, nestedSubject, urisToAsk } from '../../domain/conversation/nested-comments.ts';
import { commentsOn } from '../../resources/comments.ts';
import { visibleUris } from './visible-uris.ts';

/** What a comment on a canonical uri is about; undefined unless the caller may see it. */
export async function commented(tools: Tools, uri: string): Promise<CommentSubject | undefined> {
  const above = commentIn(uri);
  if (above !== undefined) return onComment(tools, uri, above);
  const visibility = (await visibleUris(tools, [uri])).get(uri);
  if (!visibility) return undefined;
  const project = await projectOf(tools.tx, uri);
  return { uri, project, isShared: project === null && visibility.organization === null, organization: null, ancestors: null };
}

/** The same of a comment on a comment. */
async function onComment(tools: Tools, uri: string, gid: string): Promise<CommentSubject | undefined> {
  const { tx, principal } = tools;
  const seen = await visibleUris(tools, await urisToAsk(tx, principal, [gid]));
  const isSeen = await isVisible(tx, commentsOn([...seen.keys()]) as Resource, { gid, principal });
  return isSeen ? nestedSubject(tx, uri, gid) : undefined;
}

/** The project whose visibility is also that of what a uri names; null for what belongs to none. */
async function projectOf(tx: Tools['tx'], uri: string): Promise<string | null> {
  const [, , kind, gid] = uri.split('/') as [string, string, string, string];
  if (kind === 'projects') return gid;
  return kind === 'works' ? ((await projectOfWork(tx, gid)) ?? null) : null;
}
