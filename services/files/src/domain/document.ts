import { forbidden } from '@partner-ordering/kernel';
import { type Database, sql } from '@partner-ordering/data';
import type { Storage } from '../storage/storage.ts';
import { fileAt } from './arrival.ts';
import { attach } from './claims.ts';
import { File } from './file.ts';

/** A file that a service has made for one of its resources. */
export interface Document {
  service: string;
  /** Path of the resource; whoever sees it reads the document. */
  holder: string;
  /** Made from the resource, so that storing it again stores the same. */
  path: string;
  name: string;
  contentType: string;
  content: Buffer;
}

/** Of documents, which nobody has uploaded. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Stores a document and lets it belong to its resource; again replaces it. 403 for the path of a file that is not this resource's. */
export async function keepDocument(
  { database, storage }: { database: Database; storage: Storage },
  { service, holder, path, name, contentType, content }: Document,
  now: Date,
): Promise<void> {
  // What was uploaded under this path takes it, named before or not.
  await fileAt({ database, storage, now }, path);
  await database.transactional(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtextextended(${path}, 2))`);
    const present = await tx.em.findOne(File, { path });
    const owned = await tx.query(sql`select 1 from file_claim where path = ${path} and service = ${service} and holder = ${holder}`);
    if (present && owned.length === 0) throw forbidden('update', 'file');
    const { sha256 } = await storage.put(path, content);
    const arrival = { name, contentType, image: null, sizeBytes: content.length, sha256 };
    if (present) Object.assign(present, { sizeBytes: content.length, sha256 });
    else tx.em.persist(File.upload({ path, uploader: NOBODY }, arrival, now));
    await tx.em.flush();
    await attach(tx, { service, holder, paths: [path] }, now);
  });
}
