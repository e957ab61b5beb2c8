import { DAY_MS, Failure, isGid } from '@partner-ordering/kernel';
import { sql, type Database, type Transaction } from '@partner-ordering/data';
import type { AddJob, Service } from '@partner-ordering/http';
import pLimit from 'p-limit';
import type { FileJobs } from './file-jobs.ts';
import type { DirectUpload, DirectUploads, ReceivedUpload, Storage, Upload } from '../storage/storage.ts';
import { contentOf } from './content.ts';
import { endReservation } from './forms/use-form.ts';
import { File, type UploadedContent } from './file.ts';
import { findFile, findFiles, type FileRow } from './find-file.ts';
import type { ImageLimits } from './images/image-limits.ts';
import { lockPath } from './path-lock.ts';

/**
 * Records an upload that this service has received: its content is examined, its bytes are stored under its path, and the table `file`
 * gets its row. 400 for an upload that is not what it claims to be; fails when the path has a file already.
 */
export async function recordReceived(
  { database, imageLimits }: Pick<FileLookup, 'database' | 'imageLimits'>,
  upload: ReceivedUpload,
  now: Date,
): Promise<void> {
  const content = await examined(upload, imageLimits);
  await database.transactional(async (tx) => {
    const organization = await endReservation(tx, upload.path, { isDirect: false, now });
    const file = await insertFile(tx, upload, { ...content, sha256: '', uploadTag: null }, { at: now, organization });
    file.sha256 = (await upload.store()).sha256;
  });
}

/**
 * Records an upload to a storage that clients reach directly. It takes no longer for a large one: its bytes are kept afterwards, by a job
 * or by who reads them first. What is recorded is the upload with this tag, whatever its form sends later.
 */
async function recordDirect(
  { write, imageLimits, now }: Pick<FileLookup, 'write' | 'imageLimits' | 'now'>,
  upload: DirectUpload,
): Promise<void> {
  const { path, tag, uploadedAt } = upload;
  const content = await examined(upload, imageLimits);
  await write(async (tx, { addJob }) => {
    const organization = await endReservation(tx, path, { isDirect: true, now });
    await insertFile(tx, upload, { ...content, sha256: null, uploadTag: tag }, { at: uploadedAt, organization });
    const addKeeping: AddJob<FileJobs> = addJob;
    addKeeping({ name: 'keep_upload', key: path, data: { path } });
  });
}

async function examined(upload: Upload, imageLimits: ImageLimits): Promise<Omit<UploadedContent, 'sha256' | 'uploadTag'>> {
  const { extension, ...content } = await contentOf(upload, imageLimits);
  return { ...content, name: upload.name === '' ? `file.${extension}` : upload.name, sizeBytes: upload.sizeBytes };
}

/** A second upload with the same form fails here, so that it cannot replace the first. */
async function insertFile(
  tx: Transaction,
  upload: Upload,
  content: UploadedContent,
  { at, organization }: { at: Date; organization: string | null },
): Promise<File> {
  await lockPath(tx, upload.path);
  const file = File.upload(upload, content, at, organization);
  tx.em.persist(file);
  await tx.em.flush();
  return file;
}

/** What looking up a file takes. */
export interface FileLookup {
  database: Database;
  storage: Storage;
  /** Of the service, as it wakes the worker that keeps the upload. */
  write: Service['write'];
  imageLimits: ImageLimits;
  now: Date;
}

/**
 * The file of a path, or undefined. An upload that did not pass through this service is recorded when it is first named; 400 says why it is
 * refused.
 */
export async function fileAt(lookup: FileLookup, path: string): Promise<FileRow | undefined> {
  const file = (await findFile(lookup.database, path)) ?? (await recordedUpload(lookup, path));
  return file?.isLost ? undefined : file;
}

/** The same for several paths: by path the file, or the 400. Paths without a file are left out. */
export async function filesAt(lookup: FileLookup, paths: readonly string[]): Promise<Map<string, FileRow | Failure>> {
  const recorded = new Map((await findFiles(lookup.database, paths)).map((file) => [file.path, file]));
  const found = new Map<string, FileRow | Failure>();
  await Promise.all(
    paths.map(async (path) => {
      const file = recorded.get(path) ?? (await recordedUpload(lookup, path).catch(refusalIn));
      if (file && !('isLost' in file && file.isLost)) found.set(path, file);
    }),
  );
  return found;
}

/** Each recording reads parts of an upload and holds a database connection for a moment. */
const inTurn = pLimit(8);
/** The recordings that run, by path: whoever names the same upload meanwhile waits for them. */
const running = new Map<string, Promise<void>>();

/** Records what is in the storage under a path but not in the database, and answers its file. */
async function recordedUpload({ storage: { direct }, ...lookup }: FileLookup, path: string): Promise<FileRow | undefined> {
  // Upload forms are made for gids only.
  if (!direct || !isGid(path)) return undefined;
  const upload = await direct.find(path);
  if (upload && canBeNamed(upload, lookup.now)) {
    const recording = running.get(path) ?? recordOnce({ ...lookup, direct }, upload).finally(() => running.delete(path));
    running.set(path, recording);
    await recording;
  }
  // Without an upload too: another request may have recorded it since the file was looked up.
  return findFile(lookup.database, path);
}

async function recordOnce(
  { database, direct, ...parts }: Pick<FileLookup, 'database' | 'write' | 'imageLimits' | 'now'> & { direct: DirectUploads },
  upload: DirectUpload,
): Promise<void> {
  try {
    await inTurn(() => recordDirect(parts, upload));
  } catch (error) {
    // Another instance may have recorded it first.
    if (await findFile(database, upload.path)) return;
    if (error instanceof Failure && error.kind === 'invalid') await direct.discard(upload.path);
    throw error;
  }
}

/** How long an upload waits to be named. */
const UNNAMED_MS = 7 * DAY_MS;

/** The last day is left out, so that no upload is removed while it is being recorded. */
const canBeNamed = ({ uploadedAt }: DirectUpload, now: Date): boolean => now.getTime() - uploadedAt.getTime() < UNNAMED_MS - DAY_MS;

/** Removes what was uploaded more than 7 days ago and never named, or sent again after it was kept. */
export async function removeUnnamed(
  { database, storage: { direct, endpoint } }: Pick<FileLookup, 'database' | 'storage'>,
  now: Date,
): Promise<void> {
  const before = new Date(now.getTime() - UNNAMED_MS);
  await endpoint?.tidy(before);
  for await (const paths of direct?.uploadedBefore(before) ?? []) {
    const rows = await database.query<{ path: string }>(
      sql`select path from file where path = any(${[...paths]}) and upload_tag is not null and lost_at is null`,
    );
    const waiting = new Set(rows.map(({ path }) => path));
    for (const path of paths) if (!waiting.has(path)) await direct!.discard(path);
  }
}

/** The 400 that was thrown; any other error is thrown again. */
export function refusalIn(error: unknown): Failure {
  if (error instanceof Failure && error.kind === 'invalid') return error;
  throw error;
}
