import type { Tools } from '../../context.ts';
import { projectOfWork } from '../../domain/contest/work.ts';
import type { CommentSubject } from '../../domain/conversation/comment.ts';
import { visibleUris } from './visible-uris.ts';

/** What a comment on a canonical uri is about; undefined unless the caller may see it. */
export async function commented(
  tools: Pick<Tools, 'asked' | 'sees' | 'tx' | 'principal'>,
  uri: string,
): Promise<CommentSubject | undefined> {
  const sight = (await visibleUris(tools, [uri])).get(uri);
  if (!sight) return undefined;
  const project = await projectOf(tools.tx, uri);
  return { uri, project, isShared: project === null && sight.organization === null };
}

/** The project whose visibility is also that of what a uri names; null for what belongs to none. */
async function projectOf(tx: Tools['tx'], uri: string): Promise<string | null> {
  const [, , kind, gid] = uri.split('/') as [string, string, string, string];
  if (kind === 'projects') return gid;
  return kind === 'works' ? ((await projectOfWork(tx, gid)) ?? null) : null;
}
