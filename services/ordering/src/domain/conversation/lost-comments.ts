import type { AddJob } from '@partner-ordering/http';
import { raw, sql, type Queryable, type Transaction } from '@partner-ordering/data';
import { NIL_GID } from '@partner-ordering/kernel';
import { removeNested, STEP_ROWS } from './nested-comments.ts';

/** Which comments are removed: those on what has a canonical uri. Later ones are about something else that has got this uri since. */
export interface CommentsToRemove {
  uri: string;
  writtenUntil: Date;
}

/** Removes the comments on what is gone, with the comments on these: a thousand of each now, and the rest by jobs. */
export async function removeComments(tx: Transaction, addJob: AddJob, { uri, writtenUntil }: CommentsToRemove): Promise<void> {
  const those = sql`from comment where uri = ${uri} and created_at <= ${writtenUntil}`;
  const removed = await tx.query<{ gid: string }>(sql`
    delete from comment where gid in (select gid ${those} order by created_at, gid limit ${STEP_ROWS}) returning gid`);
  await removeNested(tx, addJob, removed.map(({ gid }) => gid)); // prettier-ignore
  const left = await tx.query(sql`select ${those} limit 1`);
  if (left.length > 0) addJob({ name: 'remove_remaining_comments', data: { uri, written_until: writtenUntil.toISOString() } });
}

/** Comments on what is elsewhere, some of them in the order of their gids. Those below them go with them. */
export async function commentsElsewhere(database: Queryable, after: string, most: number): Promise<{ gid: string; uri: string }[]> {
  return database.query(sql`
    select gid, uri from comment where project_gid is null and ancestors is null and gid > ${after} order by gid limit ${most}`);
}

const gidAt = (place: number): string =>
  `case when split_part(uri, '/', ${place}) ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(uri, '/', ${place})::uuid end`;
const file = (kind: string): string =>
  `from project_file f where f.project_gid = named.first and f.kind = '${kind}' and f.path = split_part(named.uri, '/', 6)`;

/** By the beginning of a uri, what of this service it names; `first` and `second` are its gids. */
const ownRows: readonly (readonly [string, string])[] = [
  ['/v1/comments/%', 'where (select count(*) from comment a where a.gid = any(named.ancestors)) = cardinality(named.ancestors)'],
  ['/v1/works/%', 'from work w where w.gid = named.first'],
  ['/v1/workers/%', 'from worker w where w.gid = named.first'],
  ['/v1/reviews/%', 'from review r where r.gid = named.first'],
  ['/v1/projects/%/messages/%', 'from project_message m where m.project_gid = named.first and m.gid = named.second'],
  ['/v1/projects/%/shared_with/%', 'from project_share s where s.project_gid = named.first and s.user_gid = named.second'],
  ['/v1/projects/%/files/%', 'from star s where s.project_gid = named.first and s.gid = named.second'],
  ['/v1/projects/%/brief_files/%', file('brief')],
  ['/v1/projects/%/source_files/%', file('source')],
];
const isGone = raw(
  `case ${ownRows.map(([uris, rows]) => `when uri like '${uris}' then not exists (select ${rows})`).join(' ')} else false end`,
);

/**
 * Removes the comments on what this service no longer has, in steps by gid: those that were written while their subject was being deleted.
 * Answers how far this step came; undefined at the end.
 */
export async function removeLostOwn(tx: Transaction, addJob: AddJob, after: string = NIL_GID): Promise<string | undefined> {
  const [last] = await tx.query<{ gid: string }>(
    sql`select gid from (select gid from comment where gid > ${after} order by gid limit ${STEP_ROWS}) rows order by gid desc limit 1`,
  );
  if (!last) return undefined;
  const removed = await tx.query<{ gid: string }>(sql`
    delete from comment where gid in (
      select gid from (
        select gid, uri, ancestors, ${raw(gidAt(4))} as first, ${raw(gidAt(6))} as second from comment where gid > ${after} and gid <= ${last.gid}
      ) named where ${isGone}) returning gid`);
  await removeNested(tx, addJob, removed.map(({ gid }) => gid)); // prettier-ignore
  return last.gid;
}
