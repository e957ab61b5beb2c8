import { LockMode } from '@mikro-orm/postgresql';
import { forbidden } from '@partner-ordering/kernel';
import { fileAt, type FileLookup } from './record-upload.ts';
import { lockPath } from './path-lock.ts';
import { File, keptFrom, NOBODY } from './file.ts';

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

/**
 * Stores a document for its resource, whose row then names it; doing it again replaces the content. 403 for the path of an upload, or of
 * another resource's document.
 */
export async function storeDocument(
  { database, storage, write, imageLimits }: Omit<FileLookup, 'now'>,
  { service, holder, path, name, contentType, content }: Document,
  now: Date,
): Promise<void> {
  // An upload under this path that is not recorded yet has the path, so it is recorded first.
  await fileAt({ database, storage, write, imageLimits, now }, path);
  await database.transactional(async (tx) => {
    await lockPath(tx, path);
    const documentOf = `${service} ${holder}`;
    // Locked: it may be due to be removed, until it is stored anew.
    const present = await tx.em.findOne(File, { path }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (present && (present.uploaderGid !== NOBODY || (present.documentOf ?? documentOf) !== documentOf)) throw forbidden('update', 'file');
    const { sha256 } = await storage.put(path, content);
    const stored = { name, contentType, image: null, sizeBytes: content.length, sha256, uploadTag: null };
    const file = present ?? File.upload({ path, uploader: NOBODY }, stored, now);
    Object.assign(file, { sizeBytes: content.length, sha256, documentOf, keptUntil: keptFrom(now) });
    tx.em.persist(file);
  });
}
