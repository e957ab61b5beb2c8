import { sql, type Database } from '@partner-ordering/data';
import { unlessAborted } from '@partner-ordering/service';
import type { Recording } from '../file-jobs.ts';
import { findFile } from '../find-file.ts';
import { keepUpload } from '../keep-upload.ts';
import { removeOrphan } from '../orphans.ts';
import type { StoredParts } from '../parts.ts';
import { MAX_DECODED_BYTES } from './shrink-order.ts';
import { shrink, Undecodable } from './shrink.ts';

/**
 * Decodes an image, and makes and stores its small versions; it may run again. What it answers records whether the image could be decoded.
 */
export async function makeVariations(
  { database, storage }: StoredParts,
  path: string,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Recording> {
  const file = await findFile(database, path);
  if (!file?.image || file.isDecodable === false) return undefined;
  if ((await unlessAborted(signal, keepUpload({ database, storage }, path, now))) !== 'kept') return undefined;
  const { contentType } = file;
  try {
    await storage.makeSmall(path, async (source, targets) => {
      await shrink({ source, contentType, targets, maxDecodedBytes: MAX_DECODED_BYTES }, signal);
    });
  } catch (error) {
    if (error instanceof Undecodable) return record(path, false);
    throw error;
  }
  if (!(await hasRow(database, path))) await removeOrphan({ database, storage }, path);
  return record(path, true);
}

/** Whether a file has its row, after the end of a removal in progress. A later removal removes its small versions, too. */
async function hasRow(database: Database, path: string): Promise<boolean> {
  return database.transactional(async (tx) => (await tx.query(sql`select 1 from file where path = ${path} for share`)).length > 0);
}

const record =
  (path: string, isDecodable: boolean): Recording =>
  async (tx) => {
    await tx.query(sql`update file set is_decodable = ${isDecodable} where path = ${path}`);
  };
