import { commonFaults, invalid } from '@partner-ordering/kernel';
import type { FileDescription } from '@partner-ordering/service-client';
import { stateSource, type PublishedState } from './publications.ts';

/** The public state of an attached file, which a row of a service names. Its tombstone means detached. */
export interface AttachmentState {
  service: string;
  /** Path of the row's resource. Users who see the resource may read the file. */
  holder: string;
  path: string;
}

/** A row that names a file, or none by null. */
export interface NamingRow {
  gid: string;
  path: string | null;
  holder: string;
}

/** The type of the state. Its key is `<path of the file>/<service>/<gid of the row>`. */
export const ATTACHMENT = 'attachment';

/**
 * Publishes the files of an entity's rows, one for each row: `attachmentsOf('ordering', ProjectFile, ({ gid, path, projectGid }) => ({ gid,
 * path, holder: projects.href(projectGid) }))`.
 */
export function attachmentsOf<Row extends object>(
  service: string,
  entity: (abstract new (...args: never[]) => Row) & (new () => Row),
  naming: (row: Row) => NamingRow,
): PublishedState<AttachmentState> {
  const keyOf = (row: Row): string | null => {
    const { gid, path } = naming(row);
    return path === null ? null : `${path}/${service}/${gid}`;
  };
  return {
    type: ATTACHMENT,
    sources: [stateSource(entity, keyOf, naming)],
    read: async ({ em }, key) => {
      const row = await em.findOne(entity, { gid: key.slice(key.lastIndexOf('/') + 1) } as never);
      if (!row || keyOf(row as Row) !== key) return null;
      const { path, holder } = naming(row as Row);
      return { service, holder, path: path! };
    },
  };
}

/** The image of a row: path and address of the file, or null and null. */
export type NamedImage = { path: string; url: string } | { path: null; url: null };

/** The file that a body names at `field` as an image; null is none. 400 for a file that is not shown as an image. */
export function imageIn(file: FileDescription | null, field: string, { isPublic = false } = {}): NamedImage {
  if (file === null) return { path: null, url: null };
  const { path, image_url: url, public_image_url: publicUrl } = file;
  const imageUrl = isPublic ? publicUrl : url;
  if (imageUrl === null) throw invalid(commonFaults.not_an_image(field));
  return { path, url: imageUrl };
}
