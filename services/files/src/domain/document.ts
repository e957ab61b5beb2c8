import { LockMode } from '@mikro-orm/postgresql';
import { Failure, forbidden } from '@partner-ordering/kernel';
import { filesAt, type FileLookup } from './record-upload.ts';
import { lockPaths } from './path-lock.ts';
import { File, keptFrom, NOBODY } from './file.ts';
import { together } from './together.ts';

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
 * another resource's document. It is durable when this resolves. Those that come at the same time are recorded in one transaction.
 */
export type StoreDocument = (document: Document, now: Date) => Promise<void>;

interface Stored {
  document: Document;
  now: Date;
}

/** The bytes of a run are in memory as long as it takes. */
const STORED_TOGETHER = 20;
const RUNS = 2;

/** Stores documents. */
export function storesDocuments(parts: Omit<FileLookup, 'now'>): StoreDocument {
  const limits = { most: STORED_TOGETHER, runs: RUNS, keyOf: ({ document: { path } }: Stored) => path };
  const store = together<Stored>(limits, (wanted) => storeAll(parts, wanted));
  return (document, now) => store({ document, now });
}

/** All of them or none. */
async function storeAll({ storage, ...parts }: Omit<FileLookup, 'now'>, wanted: readonly Stored[]): Promise<void> {
  const paths = wanted.map(({ document }) => document.path);
  // An upload under such a path that is not recorded yet has the path, so it is recorded first.
  for (const found of (await filesAt({ ...parts, storage, now: wanted[0]!.now }, paths)).values())
    if (found instanceof Failure) throw found;
  await parts.database.transactional(async (tx) => {
    await lockPaths(tx, paths);
    // Locked: one may be due to be removed, until it is stored anew.
    const inOrder = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { path: 'asc' } } as const;
    const present = new Map((await tx.em.find(File, { path: { $in: paths } }, inOrder)).map((file) => [file.path, file]));
    for (const { document } of wanted) refuseOther(document, present.get(document.path));
    await Promise.all(
      wanted.map(async ({ document, now }) => {
        const { sha256 } = await storage.put(document.path, document.content);
        tx.em.persist(recorded(document, present.get(document.path), { sha256, now }));
      }),
    );
  });
}

const ownerOf = ({ service, holder }: Document): string => `${service} ${holder}`;

function refuseOther(document: Document, present: File | undefined): void {
  const owner = ownerOf(document);
  if (present && (present.uploaderGid !== NOBODY || (present.documentOf ?? owner) !== owner)) throw forbidden('update', 'file');
}

function recorded(document: Document, present: File | undefined, { sha256, now }: { sha256: string; now: Date }): File {
  const { path, name, contentType, content } = document;
  const stored = { name, contentType, image: null, sizeBytes: content.length, sha256, uploadTag: null };
  const file = present ?? File.upload({ path, uploader: NOBODY }, stored, now);
  return Object.assign(file, { sizeBytes: content.length, sha256, documentOf: ownerOf(document), keptUntil: keptFrom(now) });
}
