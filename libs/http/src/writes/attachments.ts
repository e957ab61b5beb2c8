import { Migration } from '@mikro-orm/migrations';
import { publishExisting } from '@partner-ordering/messaging';
import { stateSource, type PublishedState } from './publications.ts';

/** The public state that tells that a file is attached: a row of a service names it. Its tombstone tells that it is detached. */
export interface AttachmentState {
  service: string;
  /** Path of the resource that the row belongs to. Whoever sees it reads the file. */
  holder: string;
  /** Path of the file. */
  path: string;
}

/** A row that names a file; null as `path` while it names none. */
export interface NamingRow {
  gid: string;
  path: string | null;
  holder: string;
}

/** The type of the state. Its key is `<path of the file>/<service>/<gid of the row>`. */
export const ATTACHMENT = 'attachment';

/**
 * Publishes which files the rows of an entity name:
 * `attachmentsOf('ordering', ProjectFile, ({ gid, path, projectGid }) => ({ gid, path, holder: projects.href(projectGid) }))`. A row names one
 * file at a time.
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
    sources: [stateSource(entity, keyOf)],
    read: async ({ em }, key) => {
      const row = await em.findOne(entity, { gid: key.slice(key.lastIndexOf('/') + 1) } as never);
      if (!row || keyOf(row as Row) !== key) return null;
      const { path, holder } = naming(row as Row);
      return { service, holder, path: path! };
    },
  };
}

/**
 * The statement with which a service's migration publishes the files that rows named before they were states. It reads the view
 * `attached_file` (path, gid, holder) of the service: every row that names a file.
 */
export const publishAttachedFiles = (service: string): string =>
  publishExisting({
    service,
    type: ATTACHMENT,
    rows: `select path || '/${service}/' || gid as key, jsonb_build_object('service', '${service}', 'holder', holder, 'path', path) as state
      from attached_file`,
  });

/** Finds the attachments of a file, by its path. */
export class AttachmentPaths extends Migration {
  up(): void {
    this.addSql(`create index shared_state_attachment on shared_state (split_part(key, '/', 1)) where type = '${ATTACHMENT}'`);
  }

  override down(): void {
    this.addSql('drop index shared_state_attachment');
  }
}
