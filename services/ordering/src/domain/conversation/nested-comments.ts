import { sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { isGid, type Principal } from '@partner-ordering/kernel';
import type { CommentSubject } from './comment.ts';

/** The gid in the canonical uri of a comment; undefined in uris of anything else. */
export const commentIn = (uri: string): string | undefined => /^\/v1\/comments\/([^/]+)$/.exec(uri)?.[1];

/**
 * What has to be asked about to know who sees these comments: the uris of what their threads are about, each once. None for what belongs to
 * a project, which decides, and for admins.
 */
export async function urisToAsk(database: Queryable, { isAdmin }: Principal, comments: readonly string[]): Promise<string[]> {
  const gids = comments.filter(isGid);
  if (isAdmin || gids.length === 0) return [];
  const found = await database.query<{ uri: string }>(sql`
    select distinct coalesce(r.uri, c.uri) as uri from comment c left join comment r on r.gid = c.ancestors[1]
    where c.gid = any(${gids}) and c.project_gid is null`);
  return found.map(({ uri }) => uri);
}

/**
 * What a comment on a comment is about: it is seen as that one is. Neither the comment nor those above it can be deleted until the
 * transaction ends. Undefined where one of them is gone.
 */
export async function nestedSubject(tx: Transaction, uri: string, gid: string): Promise<CommentSubject | undefined> {
  const [found] = await tx.query<Omit<CommentSubject, 'uri'>>(sql`
    select project_gid as project, is_shared as "isShared", organization_gid as organization, coalesce(ancestors, '{}') || gid as ancestors
    from comment where gid = ${gid}`);
  if (!found) return undefined;
  const locked = await tx.query(sql`select gid from comment where gid = any(${found.ancestors!}) order by gid for share`);
  return locked.length === found.ancestors!.length ? { uri, ...found } : undefined;
}

/** Removes the comments on what has this canonical uri, and those below them. */
export async function removeComments(tx: Transaction, uri: string): Promise<void> {
  const removed = await tx.query<{ gid: string }>(sql`delete from comment where uri = ${uri} returning gid`);
  // A statement of its own, so that it sees what was written below them until they were locked.
  if (removed.length > 0) await tx.query(sql`delete from comment where ancestors && ${removed.map(({ gid }) => gid)}::uuid[]`);
}
