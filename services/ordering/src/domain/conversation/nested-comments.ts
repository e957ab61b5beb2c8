import { sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { isGid, type Principal } from '@partner-ordering/kernel';
import type { AddJob } from '@partner-ordering/http';
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

/** So many are removed by a statement. */
export const STEP_ROWS = 1_000;

/**
 * Removes the comments on comments that are being deleted, at all levels: a thousand now, and the rest by a job, while nobody but admins
 * sees them any more.
 */
export async function removeNested(tx: Transaction, addJob: AddJob, to: readonly string[]): Promise<void> {
  if (to.length === 0) return;
  const those = sql`from comment where ancestors && ${[...to]}::uuid[]`;
  await tx.query(sql`delete from comment where gid in (select gid ${those} limit ${STEP_ROWS})`);
  // Not by how many were removed: some of them may have been removed by somebody else meanwhile.
  const left = await tx.query(sql`select ${those} limit 1`);
  if (left.length > 0) addJob({ name: 'remove_nested_comments', data: { to: [...to] } });
}
