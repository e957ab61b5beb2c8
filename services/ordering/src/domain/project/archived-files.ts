import { sql, type Queryable } from '@partner-ordering/data';
import type { FolderFile } from '../../../generated/internal/models.ts';

/** The folders of an archive. A file that is in several is in the last of them. */
const folders = ['brief_files', 'messages', 'works', 'source_files'] as const satisfies FolderFile['folder'][];

/** Each file of a project once, in the order of the folders and of time; with a path only that one. */
export async function archivedFiles(database: Queryable, project: string, path?: string): Promise<FolderFile[]> {
  const rows = await database.query<{ path: string; folder: number }>(sql`
    select path, folder from (
      select distinct on (path) path, folder, gid from (
        select path, gid, case kind when 'brief' then 0 when 'attachment' then 1 else 3 end as folder
        from project_file where project_gid = ${project}
        union all select image_path, gid, 2 from work where project_gid = ${project} and image_path is not null) named
      where ${path ?? null}::text is null or path = ${path ?? null}
      order by path, folder desc, gid) files
    order by folder, gid`);
  return rows.map(({ path, folder }) => ({ path, folder: folders[folder]! }));
}
