import { Failure, isGid } from '@partner-ordering/kernel';
import { type Database, sql } from '@partner-ordering/data';
import { findFile, findFiles, type FileRow } from './find-file.ts';
import type { Storage, Upload } from '../storage/storage.ts';
import { contentOf } from './content.ts';
import { File } from './file.ts';

/**
 * Records an upload: its content is examined, its bytes are stored under its path, and the table `file` gets its row. 400 for an upload
 * that is not what it claims to be; fails when the path has a file already.
 */
export async function recordUpload(database: Database, upload: Upload, now: Date): Promise<void> {
  const { extension, ...content } = await contentOf(upload);
  const name = upload.name === '' ? `file.${extension}` : upload.name;
  await database.transactional(async ({ em, query }) => {
    // A bucket takes seconds to copy 1 GiB, at times dozens of them.
    await query(sql`set local idle_in_transaction_session_timeout = '2min'`);
    const file = File.upload(upload, { ...content, name, sizeBytes: upload.sizeBytes, sha256: '' }, now);
    em.persist(file);
    // The second upload with the same form fails here, so that it cannot replace the first.
    await em.flush();
    file.sha256 = (await upload.store()).sha256;
  });
}

/** What looking up a file takes. */
export interface FileLookup {
  database: Database;
  storage: Storage;
  now: Date;
}

/**
 * The file of a path, or undefined. An upload that did not pass through this service is recorded when it is first named; 400 says why it is
 * refused.
 */
export async function fileAt({ database, storage, now }: FileLookup, path: string): Promise<FileRow | undefined> {
  return (await findFile(database, path)) ?? (await recordedUpload({ database, storage, now }, path));
}

/** The same for several paths: by path the file, or the 400. Paths without a file are left out. */
export async function filesAt(lookup: FileLookup, paths: readonly string[]): Promise<Map<string, FileRow | Failure>> {
  const found = new Map<string, FileRow | Failure>((await findFiles(lookup.database, paths)).map((file) => [file.path, file]));
  await Promise.all(
    paths.map(async (path) => {
      if (found.has(path)) return;
      const file = await recordedUpload(lookup, path).catch(refusalIn);
      if (file) found.set(path, file);
    }),
  );
  return found;
}

/** Each recording holds a database connection while the bytes are copied, so only a few run at once. */
const inTurn = atMost(4);
/** The recordings that run, by path: whoever names the same upload meanwhile waits for them. */
const running = new Map<string, Promise<void>>();

/** Records what is in the storage under a path but not in the database, and answers its file. */
async function recordedUpload(lookup: FileLookup, path: string): Promise<FileRow | undefined> {
  // Upload forms are made for gids only.
  if (!isGid(path)) return undefined;
  const upload = await lookup.storage.uploaded(path);
  if (upload) {
    const recording = running.get(path) ?? recordOnce(lookup, upload).finally(() => running.delete(path));
    running.set(path, recording);
    await recording;
  }
  // Without an upload too: another request may have recorded it since the file was looked up.
  return findFile(lookup.database, path);
}

async function recordOnce({ database, now }: FileLookup, upload: Upload): Promise<void> {
  try {
    await inTurn(() => recordUpload(database, upload, now));
  } catch (error) {
    if (error instanceof Failure && error.kind === 'invalid') await upload.discard();
    // Another instance may have recorded it first.
    if ((await findFile(database, upload.path)) === undefined) throw error;
  }
  await upload.discard();
}

/** The 400 that was thrown; any other error is thrown again. */
export function refusalIn(error: unknown): Failure {
  if (error instanceof Failure && error.kind === 'invalid') return error;
  throw error;
}

/** Lets `count` pieces of work run at once; the others wait. */
function atMost(count: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free > 0) free--;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
