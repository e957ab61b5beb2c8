import { Failure, isGid } from '@partner-ordering/kernel';
import { type Database, sql } from '@partner-ordering/data';
import { findFile, findFiles, type FileRow } from './find-file.ts';
import type { Storage, Upload } from '../storage/storage.ts';
import { contentOf } from './content.ts';
import { File } from './file.ts';

/** Looks at what has arrived and keeps it under its path. 400 for what is no honest file; fails where the path has its file already. */
export async function keep(database: Database, upload: Upload, now: Date): Promise<void> {
  const { extension, ...content } = await contentOf(upload);
  const name = upload.name === '' ? `file.${extension}` : upload.name;
  await database.transactional(async ({ em, query }) => {
    // A bucket copies 1 GiB in some seconds, or in some dozen.
    await query(sql`set local idle_in_transaction_session_timeout = '2min'`);
    const file = File.upload(upload, { ...content, name, sizeBytes: upload.sizeBytes, sha256: '' }, now);
    em.persist(file);
    // The second upload of a form stops here, so that it cannot replace the first.
    await em.flush();
    file.sha256 = (await upload.keep()).sha256;
  });
}

/** What finding files takes. */
export interface FileLookup {
  database: Database;
  storage: Storage;
  now: Date;
}

/** The file of a path, or undefined. What was uploaded past this service is kept when it is first named; 400 says why it is not. */
export async function fileAt({ database, storage, now }: FileLookup, path: string): Promise<FileRow | undefined> {
  return (await findFile(database, path)) ?? (await arrived({ database, storage, now }, path));
}

/** The same for several: by path the file, or why there is none. */
export async function filesAt(lookup: FileLookup, paths: readonly string[]): Promise<Map<string, FileRow | Failure>> {
  const found = new Map<string, FileRow | Failure>((await findFiles(lookup.database, paths)).map((file) => [file.path, file]));
  await Promise.all(
    paths.map(async (path) => {
      if (found.has(path)) return;
      const file = await arrived(lookup, path).catch(refusalIn);
      if (file) found.set(path, file);
    }),
  );
  return found;
}

/** While an upload is copied and recorded, a connection to the database is held. */
const inTurn = atMost(4);
/** By path: whoever names an upload meanwhile waits for the same. */
const running = new Map<string, Promise<void>>();

async function arrived(lookup: FileLookup, path: string): Promise<FileRow | undefined> {
  // Forms are given out for gids alone.
  if (!isGid(path)) return undefined;
  const upload = await lookup.storage.uploaded(path);
  if (upload) {
    const work = running.get(path) ?? takeIn(lookup, upload).finally(() => running.delete(path));
    running.set(path, work);
    await work;
  }
  // Without an upload too: it may have been kept since the file was looked for.
  return findFile(lookup.database, path);
}

async function takeIn({ database, now }: FileLookup, upload: Upload): Promise<void> {
  try {
    await inTurn(() => keep(database, upload, now));
  } catch (error) {
    if (error instanceof Failure && error.kind === 'invalid') await upload.discard();
    // Another instance may have been faster.
    if ((await findFile(database, upload.path)) === undefined) throw error;
  }
  await upload.discard();
}

/** What a 400 says; anything else is thrown on. */
export function refusalIn(error: unknown): Failure {
  if (error instanceof Failure && error.kind === 'invalid') return error;
  throw error;
}

/** Lets so many run at once; the others wait. */
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
