import { forbidden } from '@partner-ordering/kernel';
import { type Database, sql } from '@partner-ordering/data';
import type { Storage } from '../storage/storage.ts';
import { fileAt } from './record-upload.ts';
import { attach } from './attachments.ts';
import { lockPath } from './path-lock.ts';
import { File } from './file.ts';

/** A file that a service makes for one of its resources. */
export interface Document {
  service: string;
  /** Path of the resource; whoever sees it reads the document. */
  holder: string;
  /** Derived from the resource, so that storing the document again replaces it. */
  path: string;
  name: string;
  contentType: string;
  content: Buffer;
}

/** Stands for the uploader of a document: nobody uploaded it. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Stores a document and attaches it to its resource; doing it again replaces the content. 403 for the path of an upload, or of another
 * resource's document.
 */
export async function storeDocument(
  { database, storage }: { database: Database; storage: Storage },
  { service, holder, path, name, contentType, content }: Document,
  now: Date,
): Promise<void> {
  // An upload under this path that is not recorded yet has the path, so it is recorded first.
  await fileAt({ database, storage, now }, path);
  await database.transactional(async (tx) => {
    await lockPath(tx, path);
    const present = await tx.em.findOne(File, { path });
    const owned = await tx.query(sql`select 1 from file_claim where path = ${path} and service = ${service} and holder = ${holder}`);
    if (present && (owned.length === 0 || present.uploaderGid !== NOBODY)) throw forbidden('update', 'file');
    const { sha256 } = await storage.put(path, content);
    const stored = { name, contentType, image: null, sizeBytes: content.length, sha256, uploadTag: null };
    if (present) Object.assign(present, { sizeBytes: content.length, sha256 });
    else tx.em.persist(File.upload({ path, uploader: NOBODY }, stored, now));
    await tx.em.flush();
    await attach(tx, { service, holder, paths: [path] }, now);
  });
}
