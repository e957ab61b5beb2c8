import { sql, type Database } from '@partner-ordering/data';
import { unlessAborted } from '@partner-ordering/service';
import type { ByteRange } from '../../storage/storage.ts';
import type { Recording } from '../file-jobs.ts';
import { findFile } from '../find-file.ts';
import { keepUpload } from '../keep-upload.ts';
import { removeOrphan } from '../orphans.ts';
import type { StoredParts } from '../parts.ts';
import { headOf, imageSize } from './image-size.ts';
import { MAX_DECODED_BYTES } from './shrink-order.ts';
import { shrink, Undecodable } from './shrink.ts';

/**
 * Makes and stores the small versions of an image; it may run again. Looks at the size in the head before it fetches or decodes the
 * whole image. What it answers records why an image that is too large or broken gets none.
 */
export async function makeVariations(
  { database, storage }: StoredParts,
  path: string,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Recording> {
  const file = await findFile(database, path);
  if (!file?.image) return undefined;
  if ((await unlessAborted(signal, keepUpload({ database, storage }, path, now))) !== 'kept') return undefined;
  const { sizeBytes, contentType } = file;
  const stored = { sizeBytes, read: (range?: ByteRange) => storage.read(path, range) };
  const size = await imageSize(stored, await headOf(stored), contentType);
  if (!size) return record(path, null, now);
  const { decodedBytes } = size;
  if (decodedBytes > MAX_DECODED_BYTES) return record(path, decodedBytes, null);
  try {
    await storage.makeSmall(path, async (source, targets) => {
      await shrink({ source, contentType, targets, maxDecodedBytes: MAX_DECODED_BYTES }, signal);
    });
  } catch (error) {
    if (error instanceof Undecodable) return record(path, decodedBytes, now);
    throw error;
  }
  if (!(await isStillThere(database, path))) await removeOrphan({ database, storage }, path);
  return record(path, decodedBytes, null);
}

/** Whether a file has its row, once who may be removing it is done. What is removed afterwards goes with its small versions. */
async function isStillThere(database: Database, path: string): Promise<boolean> {
  return database.transactional(async (tx) => (await tx.query(sql`select 1 from file where path = ${path} for share`)).length > 0);
}

const record =
  (path: string, decodedBytes: number | null, undecodableAt: Date | null): Recording =>
  async (tx) => {
    await tx.query(sql`update file set decoded_bytes = ${decodedBytes}, undecodable_at = ${undecodableAt} where path = ${path}`);
  };
