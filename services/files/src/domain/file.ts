import { defineEntity, p } from '@mikro-orm/postgresql';
import { advisoryLockSeeds, sql, type Transaction } from '@partner-ordering/data';
import { DAY_MS, NIL_GID } from '@partner-ordering/kernel';
import type { UploadGrant } from '../storage/storage.ts';
import { type Content, fileName } from './content.ts';

export const FileSchema = defineEntity({
  name: 'File',
  properties: {
    path: p.string().primary(),
    uploaderGid: p.uuid(),
    /** The organization that the file counts for; null without one. */
    organizationGid: p.uuid().strictNullable(),
    name: p.string(),
    contentType: p.string(),
    sizeBytes: p.bigint('number'),
    /** Null until it is computed, after the upload was kept. */
    sha256: p.string().strictNullable(),
    createdAt: p.datetime(),
    /** Pixels, for an image; else null. */
    width: p.integer().strictNullable(),
    height: p.integer().strictNullable(),
    /** The time from which services are asked whether the file is attached to anything. */
    keptUntil: p.datetime(),
    /** `<service> <holder>` of a service's document; else null. */
    documentOf: p.string().strictNullable(),
    /** Tag of the upload to keep; null once it is kept. */
    uploadTag: p.string().strictNullable(),
    /** When the upload was found overwritten before it was kept. Such a file no longer exists. */
    lostAt: p.datetime().strictNullable(),
    /** Whether an image could be decoded; null until that was tried. */
    isDecodable: p.boolean().strictNullable(),
  },
});

/** The content of an upload: stored, with its SHA-256, or kept later, with its tag. */
export interface UploadedContent extends Content {
  name: string;
  sizeBytes: number;
  sha256: string | null;
  uploadTag: string | null;
}

/** A file. Its bytes are in the storage under the same path, or will be; those of an upload never change. */
export class File extends FileSchema.class {
  /** A new file, uploaded or stored by a service `at` this time. */
  static upload(
    { path, uploader }: Pick<UploadGrant, 'path' | 'uploader'>,
    { name, contentType, image, ...content }: UploadedContent,
    at: Date,
    organization: string | null = null,
  ): File {
    return Object.assign(new File(), {
      path,
      uploaderGid: uploader,
      organizationGid: organization,
      name: fileName(name),
      contentType,
      ...content,
      createdAt: at,
      keptUntil: retentionEnd(at),
      lostAt: null,
      documentOf: null,
      isDecodable: null,
      width: image?.width ?? null,
      height: image?.height ?? null,
    });
  }
}

FileSchema.setClass(File);

/** The uploader of a document. */
export const NOBODY = NIL_GID;

/** The time for which an unattached file is kept, from its upload or last detachment. */
export const RETENTION_MS = 7 * DAY_MS;

/** The time until which a file is kept that was uploaded, stored or detached `at` this time. */
export const retentionEnd = (at: Date): Date => new Date(at.getTime() + RETENTION_MS);

/** The time of the next question about a held file: in 3.5 to 7 days, by chance, so that files which are due together do not stay so. */
export const nextCheck = (now: Date): Date => new Date(now.getTime() + RETENTION_MS * (1 - Math.random() / 2));

/** Until the end of the transaction nobody else records a file under this path, or removes one that is not recorded. */
export async function lockPath(tx: Transaction, path: string): Promise<void> {
  await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${path}, ${advisoryLockSeeds.places}))`);
}
