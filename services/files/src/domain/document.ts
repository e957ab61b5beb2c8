import { LockMode } from '@mikro-orm/postgresql';
import { Failure, forbidden } from '@partner-ordering/kernel';
import { isPassing, type Log } from '@partner-ordering/messaging';
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
export type StoreDocument = (document: Document, request: StoreRequest) => Promise<void>;

/** When a document came, and when its caller stops waiting, in milliseconds of `performance.now()`. */
export interface StoreRequest {
  now: Date;
  deadlineMs: number;
}

interface Stored {
  document: Document;
  now: Date;
  /** Its run begins by then, or it is refused. */
  beginsMs: number;
  /** How long its run may take. */
  takesMs: number;
}

type Parts = Omit<FileLookup, 'now'> & { log: Pick<Log, 'info'> };

/** The bytes of a run are in memory as long as it takes, so a longer document has one of its own. */
const STORED_TOGETHER = 20;
const LONGEST_OF_SEVERAL_BYTES = 1024 ** 2;
const RUNS = 2;

/** Of the time that a caller waits: what its document may wait for a run, and what the run may take. The rest is for the answer. */
const shares = { waiting: 0.4, storing: 0.5 };

/** Stores documents. Throws `unavailable` while the caller still waits when the storage takes too long, or what came before. */
export function storesDocuments(parts: Parts): StoreDocument {
  const store = together<Stored>(
    {
      ...{ most: STORED_TOGETHER, runs: RUNS, untilMs: ({ beginsMs }) => beginsMs },
      keyOf: ({ document }) => document.path,
      isAlone: ({ document }) => document.content.length > LONGEST_OF_SEVERAL_BYTES,
      isOfOne: (error) => !isPassing(error),
      onFailed: (err, count) => parts.log.info({ err, count }, 'Documents failed together; each is stored alone'),
    },
    (wanted) => storeAll(parts, wanted),
  );
  return (document, { now, deadlineMs }) => {
    const calledMs = performance.now();
    const leftMs = Math.max(0, deadlineMs - calledMs);
    return store({ document, now, beginsMs: calledMs + leftMs * shares.waiting, takesMs: leftMs * shares.storing });
  };
}

/** All of them or none. */
async function storeAll({ storage, ...parts }: Parts, wanted: readonly Stored[]): Promise<void> {
  const signal = AbortSignal.timeout(Math.floor(Math.min(...wanted.map(({ takesMs }) => takesMs))));
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
    const puts = await Promise.allSettled(wanted.map(({ document: { path, content } }) => storage.put(path, content, signal)));
    // Only here, when none of them writes any more: the locks go with the transaction.
    const failed = puts.find((put) => put.status === 'rejected');
    if (failed) throw failed.reason;
    for (const [index, { document, now }] of wanted.entries()) {
      const { value } = puts[index] as PromiseFulfilledResult<{ sha256: string }>;
      tx.em.persist(recorded(document, present.get(document.path), { ...value, now }));
    }
  });
}

const ownerOf = ({ service, holder }: Document): string => `${service} ${holder}`;

function refuseOther(document: Document, present: File | undefined): void {
  if (present && present.documentOf !== ownerOf(document)) throw forbidden('update', 'file');
}

function recorded(document: Document, present: File | undefined, { sha256, now }: { sha256: string; now: Date }): File {
  const { path, name, contentType, content } = document;
  const stored = { name, contentType, image: null, sizeBytes: content.length, sha256, uploadTag: null };
  const file = present ?? File.upload({ path, uploader: NOBODY }, stored, now);
  return Object.assign(file, { sizeBytes: content.length, sha256, documentOf: ownerOf(document), keptUntil: keptFrom(now) });
}
