import { LockMode } from '@mikro-orm/postgresql';
import { DomainRefusal, forbidden, unavailable } from '@partner-ordering/kernel';
import pLimit from 'p-limit';
import { File, retentionEnd, NOBODY, lockPath } from './file.ts';
import type { FileLookup } from './parts.ts';
import { filesAt } from './record-upload.ts';

/** A file that a service makes for one of its resources. */
export interface Document {
  service: string;
  /** Path of the resource. Users who see it may read the document. */
  holder: string;
  /** Derived from the resource. */
  path: string;
  name: string;
  contentType: string;
  content: Buffer;
}

/** Each document holds a connection to the database and its bytes in memory. */
const inSlot = pLimit(2);

/** Shares of the caller's time limit. The rest is for the answer. */
const shares = { waiting: 0.4, storing: 0.5 };

/**
 * Stores or replaces the document of a resource durably. 403 for the path of an upload or of another resource's document. 503 before
 * `deadlineMs`, in milliseconds of `performance.now()`, if the storage or earlier documents take too long.
 */
export async function storeDocument(lookup: FileLookup, document: Document, deadlineMs: number): Promise<void> {
  const calledMs = performance.now();
  const leftMs = Math.max(0, deadlineMs - calledMs);
  await inSlot(async () => {
    if (performance.now() > calledMs + leftMs * shares.waiting) throw unavailable();
    await store(lookup, document, AbortSignal.timeout(Math.floor(leftMs * shares.storing)));
  });
}

async function store(lookup: FileLookup, document: Document, signal: AbortSignal): Promise<void> {
  const { path, content } = document;
  const { database, storage, now } = lookup;
  // An upload with this path that is not recorded yet owns the path, so it is recorded first.
  for (const found of (await filesAt(lookup, [path])).values()) if (found instanceof DomainRefusal) throw found;
  await database.transactional(async (tx) => {
    await lockPath(tx, path);
    // Locks the row: until the document is stored again, it may be due for removal.
    const present = (await tx.em.findOne(File, { path }, { lockMode: LockMode.PESSIMISTIC_WRITE })) ?? undefined;
    if (present && present.documentOf !== ownerOf(document)) throw forbidden('update', 'file');
    const { sha256 } = await storage.put(path, content, signal);
    tx.em.persist(recordedFile(document, present, { sha256, now }));
  });
}

const ownerOf = ({ service, holder }: Document): string => `${service} ${holder}`;

function recordedFile(document: Document, present: File | undefined, { sha256, now }: { sha256: string; now: Date }): File {
  const { path, name, contentType, content } = document;
  const stored = { name, contentType, image: null, sizeBytes: content.length, sha256, uploadTag: null };
  const file = present ?? File.upload({ path, uploader: NOBODY }, stored, now);
  return Object.assign(file, { sizeBytes: content.length, sha256, documentOf: ownerOf(document), keptUntil: retentionEnd(now) });
}
