import { defineEntity, p } from '@mikro-orm/postgresql';
import type { FileDescription } from '@partner-ordering/service-client';
import { invalid, newGid, type Principal } from '@partner-ordering/kernel';
import { sql, type Queryable, type Transaction } from '@partner-ordering/data';
import type { FolderFile } from '../../../generated/internal/models.ts';
import { faults } from '../../faults.ts';
import type { Project } from './project.ts';

/** The place of an attached file, by gids: a message, or the brief or the result of a project. */
export interface FileTarget {
  kind: 'brief' | 'source' | 'attachment';
  project: string;
  message?: string;
}

export const ProjectFileSchema = defineEntity({
  name: 'ProjectFile',
  properties: {
    gid: p.uuid().primary(),
    projectGid: p.uuid(),
    createdAt: p.datetime(),
    kind: p.string().$type<FileTarget['kind']>(),
    /** The message, for a file of kind `attachment`. */
    messageGid: p.uuid().strictNullable(),
    path: p.string(),
    url: p.string(),
    name: p.string(),
    contentType: p.string(),
    sizeBytes: p.bigint('number'),
    /** The address of an image; the names of variations can be appended. */
    imageUrl: p.string().strictNullable(),
    addedByGid: p.uuid(),
  },
});

/** The most files of each kind that a project may have. */
const mostFiles: Readonly<Record<'brief' | 'source', number>> = { brief: 100, source: 1000 };

/** A file of a brief, of a result, or of a message. The same file may be attached in several places. */
export class ProjectFile extends ProjectFileSchema.class {
  /** A file that the principal may name, see `DomainContext.files`. */
  static attach({ kind, project, message }: FileTarget, file: FileDescription, by: { principal: Principal; now: Date }) {
    const { path, url, name, content_type: contentType, size: sizeBytes, image_url: imageUrl } = file;
    return Object.assign(new ProjectFile(), {
      gid: newGid(),
      projectGid: project,
      createdAt: by.now,
      kind,
      messageGid: message ?? null,
      path,
      url,
      name,
      contentType,
      sizeBytes,
      imageUrl,
      addedByGid: by.principal.user,
    });
  }

  /** A copy of this attachment in the project's result. */
  handedOver(now: Date): ProjectFile {
    const { projectGid, path, url, name, contentType, sizeBytes, imageUrl, addedByGid } = this;
    return Object.assign(new ProjectFile(), {
      gid: newGid(),
      projectGid,
      createdAt: now,
      kind: 'source' as const,
      messageGid: null,
      path,
      url,
      name,
      contentType,
      sizeBytes,
      imageUrl,
      addedByGid,
    });
  }
}

ProjectFileSchema.setClass(ProjectFile);

/** 400 when a project has the most files of a kind already. The project must be locked. */
export async function mustHaveRoom({ em }: Transaction, { gid }: Project, kind: 'brief' | 'source'): Promise<void> {
  const max = mostFiles[kind];
  if ((await em.count(ProjectFile, { projectGid: gid, kind })) >= max) throw invalid(faults.too_many_files('url', { max, kind }));
}

/** Copies the files of an accepted delivery to the result. */
export async function handOver({ em }: Transaction, delivery: { gid: string }, now: Date): Promise<void> {
  const files = await em.find(ProjectFile, { messageGid: delivery.gid }, { orderBy: { gid: 'asc' } });
  for (const file of files) em.persist(file.handedOver(now));
}

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
