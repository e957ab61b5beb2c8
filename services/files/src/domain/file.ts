import { defineEntity, p } from '@mikro-orm/postgresql';
import { DAY_MS, NIL_GID } from '@partner-ordering/kernel';
import type { UploadGrant } from '../storage/storage.ts';
import type { Content } from './content.ts';

export const FileSchema = defineEntity({
  name: 'File',
  properties: {
    path: p.string().primary(),
    uploaderGid: p.uuid(),
    /** The organization that it counts for; null when there is none. */
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
    /** Not removed before; from then on services are asked whether it is attached to anything. */
    keptUntil: p.datetime(),
    /** `<service> <holder>` of a document that a service has made; else null. */
    documentOf: p.string().strictNullable(),
    /** Tells which upload is to be kept as this file; null when it is. */
    uploadTag: p.string().strictNullable(),
    /** When it was found that the upload had been overwritten before it was kept: there is no such file any more. */
    lostAt: p.datetime().strictNullable(),
    /** Bytes that the pixels of an image take when it is decoded; null until small versions of it were wanted. */
    decodedBytes: p.bigint('number').strictNullable(),
    /** When it was found that the image cannot be decoded completely: there are no small versions of it. */
    undecodableAt: p.datetime().strictNullable(),
  },
});

/** The content of an upload: stored, with its SHA-256, or one that is kept later, with its tag. */
export interface UploadedContent extends Content {
  name: string;
  sizeBytes: number;
  sha256: string | null;
  uploadTag: string | null;
}

/** A file. Its bytes are in the storage under the same path, or will be; those of an upload never change. */
export class File extends FileSchema.class {
  /** A new file. `at` is when it was uploaded, or stored by a service. */
  static upload(
    { path, uploader }: Pick<UploadGrant, 'path' | 'uploader'>,
    { name, contentType, image, ...content }: UploadedContent,
    at: Date,
    organization: string | null = null,
  ): File {
    return Object.assign(new File(), {
      ...{
        path,
        uploaderGid: uploader,
        organizationGid: organization,
        name: named(name),
        contentType,
        ...content,
        createdAt: at,
        lostAt: null,
      },
      ...{ keptUntil: keptFrom(at), documentOf: null },
      width: image?.width ?? null,
      height: image?.height ?? null,
    });
  }
}

FileSchema.setClass(File);

/** Stands for the uploader of a document: nobody uploaded it. */
export const NOBODY = NIL_GID;

/** How long a file that is attached to nothing is kept, from its upload or from when it was last detached. */
const KEPT_MS = 7 * DAY_MS;

/** Until when a file is kept that was uploaded, stored or detached at this time. */
export const keptFrom = (at: Date): Date => new Date(at.getTime() + KEPT_MS);

/**
 * When a held file is asked about again: within 7 days, so that one that is detached meanwhile goes 7 days after that, and not before half
 * of them. By chance, so that files which are due together are not so for ever.
 */
export const askedAgainFrom = (now: Date): Date => new Date(now.getTime() + KEPT_MS * (1 - Math.random() / 2));

/** Control characters, halves of characters, and what turns the direction of text: with it `gpj.exe` is shown as `exe.jpg`. */
const unseen = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu;

/** A file's name without folders, as it may be shown: without characters that are not seen and change what is. */
function named(given: string): string {
  const last = given.split(/[\\/]/).at(-1)!;
  // Browsers encode a quotation mark like this.
  const name = last.replaceAll('%22', '"').replace(unseen, '').trim();
  return [...name].slice(0, 200).join('') || 'file';
}
