import { sql, type Queryable } from '@partner-ordering/data';

/** A file. */
export interface FileRow {
  path: string;
  uploader: string;
  /** Its gid; null without one. */
  organization: string | null;
  name: string;
  contentType: string;
  sizeBytes: number;
  /** Null until it is computed. */
  sha256: string | null;
  createdAt: Date;
  image: { width: number; height: number } | null;
  /** See `FileSchema`. */
  isDecodable: boolean | null;
  /** Whether its bytes are under its path; else `keepUpload` copies them. */
  isKept: boolean;
  /** Whether its upload was overwritten before it was kept. Such a file is shown to nobody. */
  isLost: boolean;
}

interface Row extends Omit<FileRow, 'sizeBytes' | 'createdAt'> {
  sizeBytes: string;
  createdAt: string;
}

/** The recorded files among these paths. */
export async function findFiles(database: Queryable, paths: readonly string[]): Promise<FileRow[]> {
  const rows = await database.query<Row>(sql`select f.path, f.uploader_gid as uploader, f.organization_gid as organization,
    f.name, f.content_type as "contentType", f.size_bytes::text as "sizeBytes", f.sha256, f.created_at::text as "createdAt",
    f.upload_tag is null as "isKept", f.lost_at is not null as "isLost", f.is_decodable as "isDecodable",
    case when f.width is null then null else json_build_object('width', f.width, 'height', f.height) end as image
    from file f where f.path = any(${[...paths]})`);
  return rows.map((row) => ({ ...row, sizeBytes: Number(row.sizeBytes), createdAt: new Date(row.createdAt) }));
}

/** The file with a path, or undefined. */
export const findFile = async (database: Queryable, path: string): Promise<FileRow | undefined> => (await findFiles(database, [path]))[0];
