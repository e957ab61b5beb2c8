import { DAY_MS, DomainRefusal, invalid, isGid } from '@partner-ordering/kernel';
import { noteOrganization, sql, type Transaction } from '@partner-ordering/data';
import type { AddJob } from '@partner-ordering/writes';
import pLimit from 'p-limit';
import type { DirectUpload, DirectUploads, ReceivedUpload, Upload } from '../storage/storage.ts';
import { faults } from '../faults.ts';
import { contentOf, fileName } from './content.ts';
import type { FileJobs } from './file-jobs.ts';
import { File, RETENTION_MS, type UploadedContent, lockPath } from './file.ts';
import { findFile, findFiles, type FileRow } from './find-file.ts';
import { endReservation } from './forms/use-form.ts';
import { undecodable } from './images/variations.ts';
import type { FileLookup, StoredParts } from './parts.ts';

/** Examines, stores and records an upload that this service has received. 400 for refused content; fails if the path has a file. */
export async function recordReceived(lookup: FileLookup, upload: ReceivedUpload): Promise<void> {
  const { database, now } = lookup;
  const content = await examineUpload(upload);
  await database.transactional(async (tx) => {
    const organization = await endReservation(tx, upload.path, { isDirect: false, now });
    noteOrganization(organization);
    const file = await insertFile(tx, upload, { ...content, sha256: '', uploadTag: null }, { at: now, organization });
    file.sha256 = (await upload.store()).sha256;
  });
  await refuseUndecodable(lookup, upload);
}

/** Time for the decoding of an image before its upload is answered. Naming the file waits again. */
const DECODING_MS = 10_000;

/** Removes an image that cannot be decoded, and throws the 400. */
async function refuseUndecodable(lookup: FileLookup, { path, uploader, name }: ReceivedUpload): Promise<void> {
  const limits = { by: uploader, deadlineMs: performance.now() + DECODING_MS };
  const undecodablePaths = await undecodable(lookup, await findFiles(lookup.database, [path]), limits).catch((error: unknown) => {
    if (error instanceof DomainRefusal && error.kind === 'unavailable') return new Set();
    throw error;
  });
  if (!undecodablePaths.has(path)) return;
  // The row goes last: after a crash in between it still exists, and nobody can name it.
  await lookup.storage.remove(path);
  await lookup.database.query(sql`delete from file where path = ${path}`);
  throw invalid(faults.image_not_readable('file', { name: fileName(name) }));
}

/**
 * Records the present bytes of an upload to a bucket, whatever its form sends later. The first reader or a job copies them, so a large
 * file takes no longer to record.
 */
async function recordDirect({ write, now }: FileLookup, upload: DirectUpload): Promise<void> {
  const { path, tag, uploadedAt } = upload;
  const content = await examineUpload(upload);
  await write(async (tx, { addJob }) => {
    const organization = await endReservation(tx, path, { isDirect: true, now });
    await insertFile(tx, upload, { ...content, sha256: null, uploadTag: tag }, { at: uploadedAt, organization });
    const addKeeping: AddJob<FileJobs> = addJob;
    addKeeping({ name: 'keep_upload', key: path, data: { path } });
  });
}

async function examineUpload(upload: Upload): Promise<Omit<UploadedContent, 'sha256' | 'uploadTag'>> {
  const { extension, ...content } = await contentOf(upload);
  return { ...content, name: upload.name === '' ? `file.${extension}` : upload.name, sizeBytes: upload.sizeBytes };
}

/** Fails for a second upload with the same form, so that it cannot replace the first. */
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

/** The file of a path, or undefined. Records an upload to a bucket when it is first named; 400 for refused content. */
export async function fileAt(lookup: FileLookup, path: string): Promise<FileRow | undefined> {
  const file = (await findFile(lookup.database, path)) ?? (await recordedUpload(lookup, path));
  return file?.isLost ? undefined : file;
}

/** Like `fileAt`, by path: the file, or the 400. Leaves out paths without a file. */
export async function filesAt(lookup: FileLookup, paths: readonly string[]): Promise<Map<string, FileRow | DomainRefusal>> {
  const recorded = new Map((await findFiles(lookup.database, paths)).map((file) => [file.path, file]));
  const found = new Map<string, FileRow | DomainRefusal>();
  await Promise.all(
    paths.map(async (path) => {
      const file = recorded.get(path) ?? (await recordedUpload(lookup, path).catch(refusalIn));
      if (file && !('isLost' in file && file.isLost)) found.set(path, file);
    }),
  );
  return found;
}

/** Each recording reads parts of an upload and holds a database connection for a moment. */
const inSlot = pLimit(8);
/** The recordings in progress, by path: all requests that name the same upload wait for one recording. */
const running = new Map<string, Promise<void>>();

async function recordedUpload(lookup: FileLookup, path: string): Promise<FileRow | undefined> {
  const { direct } = lookup.storage;
  // Upload forms are made for gids only.
  if (!direct || !isGid(path)) return undefined;
  const upload = await direct.find(path);
  if (upload && canBeNamed(upload, lookup.now)) {
    const recording = running.get(path) ?? recordOnce(lookup, direct, upload).finally(() => running.delete(path));
    running.set(path, recording);
    await recording;
  }
  // Even without an upload: another request may have recorded it since the file was looked up.
  return findFile(lookup.database, path);
}

async function recordOnce(lookup: FileLookup, direct: DirectUploads, upload: DirectUpload): Promise<void> {
  try {
    await inSlot(() => recordDirect(lookup, upload));
  } catch (error) {
    // Another instance may have recorded it first.
    if (await findFile(lookup.database, upload.path)) return;
    if (error instanceof DomainRefusal && error.kind === 'invalid') await direct.discard(upload.path);
    throw error;
  }
}

/** Ends a day early, so that no upload is removed while it is being recorded. */
const canBeNamed = ({ uploadedAt }: DirectUpload, now: Date): boolean => now.getTime() - uploadedAt.getTime() < RETENTION_MS - DAY_MS;

/** Removes uploads of more than 7 days ago that were never named, or that a form sent again after the first was kept. */
export async function removeUnnamed({ database, storage: { direct, endpoint } }: StoredParts, now: Date): Promise<void> {
  const before = new Date(now.getTime() - RETENTION_MS);
  await endpoint?.tidy(before);
  for await (const paths of direct?.uploadedBefore(before) ?? []) {
    const rows = await database.query<{ path: string }>(
      sql`select path from file where path = any(${[...paths]}) and upload_tag is not null and lost_at is null`,
    );
    const waitingPaths = new Set(rows.map(({ path }) => path));
    for (const path of paths) if (!waitingPaths.has(path)) await direct!.discard(path);
  }
}

/** The 400 that was thrown; throws any other error. */
export function refusalIn(error: unknown): DomainRefusal {
  if (error instanceof DomainRefusal && error.kind === 'invalid') return error;
  throw error;
}
