import type { OperationTools } from '@partner-ordering/http';
import type { Tools } from '../../context.ts';
import { projectOfWork } from '../../domain/contest/work.ts';
import type { CommentSubject } from '../../domain/conversation/comment.ts';
import { isOwn, seenElsewhere } from '../../domain/conversation/seen-elsewhere.ts';

/** What a comment on a canonical uri is about; undefined unless the caller may see it. */
export async function commented(
  tools: Pick<Tools, 'asked' | 'sees' | 'tx' | 'principal'>,
  uri: string,
): Promise<CommentSubject | undefined> {
  const { asked, sees, tx, principal } = tools;
  if (!isOwn(uri)) {
    const found = asked(`who sees ${uri}`, (neighbours) => seenElsewhere(neighbours, principal.user, [uri])).get(uri);
    return found?.visible ? { uri, project: null, isShared: found.organization === null } : undefined;
  }
  if (!(await sees(uri)).visible) return undefined;
  const project = await projectOf(tx, uri);
  return { uri, project, isShared: project === null };
}

/** The project whose visibility is also that of what a uri names; null for a worker and a review, which others see. */
async function projectOf(tx: OperationTools['tx'], uri: string): Promise<string | null> {
  const [, , kind, gid] = uri.split('/') as [string, string, string, string];
  if (kind === 'projects') return gid;
  return kind === 'works' ? ((await projectOfWork(tx, gid)) ?? null) : null;
}
