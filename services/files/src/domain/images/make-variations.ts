import { sql, type Database, type Transaction } from '@partner-ordering/data';
import { unlessAborted } from '@partner-ordering/http';
import type { Storage } from '../../storage/storage.ts';
import { findFile, type FileRow } from '../find-file.ts';
import { keepUpload } from '../keep-upload.ts';
import { removeOrphan } from '../orphans.ts';
import { tooLarge, type ImageLimits } from './image-limits.ts';
import { headOf, imageSize } from './image-size.ts';
import { shrink, TookTooMuch, Undecodable } from './shrink.ts';

/** What making small versions takes. */
export interface MakeParts {
  database: Database;
  storage: Storage;
  imageLimits: ImageLimits;
  /** Told how much memory the decoding took, in bytes. */
  onPeak(peakBytes: number): void;
}

/** What was found of an image, to be recorded. */
type Finding = ((tx: Transaction) => Promise<void>) | undefined;

/**
 * Makes the small versions of an image and stores them beside it. May be called again. What its head says of its size is looked at before
 * anything is copied or decoded; an image that is too large or broken gets none, and what is answered records why.
 */
export async function makeVariations(
  parts: MakeParts,
  path: string,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Finding> {
  const { database, storage, imageLimits } = parts;
  const file = await findFile(database, path);
  if (!file?.image || file.sizeBytes > imageLimits.maxSizeBytes) return undefined;
  if ((await unlessAborted(signal, keepUpload({ database, storage }, path, now))) !== 'kept') return undefined;
  const size = await measured(storage, file);
  if (!size) return record(path, { undecodableAt: now });
  const { decodedBytes } = size;
  if (tooLarge({ sizeBytes: file.sizeBytes, decodedBytes }, imageLimits)) return record(path, { decodedBytes });
  try {
    await makeSmall(parts, file, signal);
  } catch (error) {
    if (error instanceof Undecodable) return record(path, { decodedBytes, undecodableAt: now });
    // More than the limit of what its head tells, so that it is not tried again below that.
    if (error instanceof TookTooMuch) return record(path, { decodedBytes: error.bytes });
    throw error;
  }
  if (!(await isStillThere(database, path))) await removeOrphan({ database, storage }, path);
  return record(path, { decodedBytes });
}

async function measured(storage: Storage, { path, sizeBytes, contentType }: FileRow): Promise<{ decodedBytes: number } | undefined> {
  const image = { sizeBytes, read: (range?: { start: number; end: number }) => storage.read(path, range) };
  return imageSize(image, await headOf(image), contentType);
}

const makeSmall = (
  { storage, imageLimits: { maxDecodedBytes }, onPeak }: MakeParts,
  { path, contentType }: FileRow,
  signal: AbortSignal,
): Promise<void> =>
  storage.makeSmall(path, async (source, targets) => onPeak(await shrink({ source, contentType, targets, maxDecodedBytes }, signal)));

/** Whether a file has its row, once who may be removing it is done. What is removed afterwards goes with its small versions. */
async function isStillThere(database: Database, path: string): Promise<boolean> {
  return database.transactional(async (tx) => (await tx.query(sql`select 1 from file where path = ${path} for share`)).length > 0);
}

const record =
  (path: string, { decodedBytes = null, undecodableAt = null }: { decodedBytes?: number | null; undecodableAt?: Date | null }) =>
  async (tx: Transaction): Promise<void> => {
    await tx.query(
      sql`update file set decoded_bytes = coalesce(${decodedBytes}, decoded_bytes), undecodable_at = ${undecodableAt} where path = ${path}`,
    );
  };
