import { sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { isGid, type Principal } from '@partner-ordering/kernel';
import type { CommentSubject } from './comment.ts';

/** The gid in the canonical uri of a comment; undefined in uris of anything else. */
export const commentIn = (uri: string): string | undefined => /^\/v1\/comments\/([^/]+)$/.exec(uri)?.[1];

/** The uris that decide who may see these comments: those of their outermost subjects. Projects and admins need no query. */
export async function urisToAsk(database: Queryable, { isAdmin }: Principal, comments: readonly string[]): Promise<string[]> {
  const gids = comments.filter(isGid);
  if (isAdmin || gids.length === 0) return [];
  const found = await database.query<{ uri: string }>(sql`
    select distinct coalesce(r.uri, c.uri) as uri from comment c left join comment r on r.gid = c.ancestors[1]
    where c.gid = any(${gids}) and c.project_gid is null`);
  return found.map(({ uri }) => uri);
}

/** The subject of a comment on a comment; undefined if one above it is deleted. Locks it and all above until the commit. */
export async function nestedSubject(tx: Transaction, uri: string, gid: string): Promise<CommentSubject | undefined> {
  const [found] = await tx.query<Omit<CommentSubject, 'uri'>>(sql`
    select project_gid as project, is_shared as "isShared", organization_gid as organization, coalesce(ancestors, '{}') || gid as ancestors
    from comment where gid = ${gid}`);
  if (!found) return undefined;
  const locked = await tx.query(sql`select gid from comment where gid = any(${found.ancestors!}) order by gid for share`);
  return locked.length === found.ancestors!.length ? { uri, ...found } : undefined;
}

/** Removes the comments on this canonical uri, and those below them. */
export async function removeComments(tx: Transaction, uri: string): Promise<void> {
  const removed = await tx.query<{ gid: string }>(sql`delete from comment where uri = ${uri} returning gid`);
  // A separate statement, so that it sees the comments that were written below until the lock.
  if (removed.length > 0) await tx.query(sql`delete from comment where ancestors && ${removed.map(({ gid }) => gid)}::uuid[]`);
}
