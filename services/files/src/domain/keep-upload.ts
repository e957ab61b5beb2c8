import { createHash } from 'node:crypto';
import { sql, type Database, type Transaction } from '@partner-ordering/data';
import { streamed, unlessAborted } from '@partner-ordering/http';
import { unavailable } from '@partner-ordering/kernel';
import { crashPoint } from '@partner-ordering/messaging';
import pLimit from 'p-limit';
import type { Storage } from '../storage/storage.ts';
import { removeOrphan } from './orphans.ts';

/** What keeping uploads works with. */
export interface KeepParts {
  database: Database;
  storage: Storage;
}

/**
 * `kept`: the bytes that were recorded are under the file's path. `removed`: there is no such file any more. `lost`: its upload was
 * overwritten before it was kept. `missing`: there is no upload.
 */
export type Kept = 'kept' | 'removed' | 'lost' | 'missing';

/** A bucket copies several files at once. */
const inTurn = pLimit(16);
/** What is being kept, by path: whoever wants the same file meanwhile waits for it. */
const running = new Map<string, Promise<Kept>>();

/**
 * Copies the upload of a recorded file to where its path leads, unless that was done. May be called at any time and by several instances
 * at once: what was recorded says which bytes it is.
 */
export function keepUpload(parts: KeepParts, path: string, now: Date): Promise<Kept> {
  const keeping = running.get(path) ?? inTurn(() => keepOnce(parts, path, now)).finally(() => running.delete(path));
  running.set(path, keeping);
  return keeping;
}

async function keepOnce({ database, storage }: KeepParts, path: string, now: Date): Promise<Kept> {
  const state = await stateOf(database, path);
  if (typeof state === 'string') return state;
  const result = (await storage.direct?.keep({ path, tag: state.tag })) ?? 'missing';
  crashPoint('upload-copied');
  const isUnchanged = sql`path = ${path} and upload_tag = ${state.tag} and lost_at is null`;
  if (typeof result === 'object')
    await database.query(sql`update file set upload_tag = null, sha256 = ${result.sha256} where ${isUnchanged}`);
  else if (result === 'overwritten') await database.query(sql`update file set lost_at = ${now} where ${isUnchanged}`);
  // Another instance may have been faster, or the file was removed.
  const after = await stateOf(database, path);
  if (after === 'removed') await removeOrphan({ database, storage }, path);
  return typeof after === 'string' ? after : 'missing';
}

async function stateOf(database: Database, path: string): Promise<Exclude<Kept, 'missing'> | { tag: string }> {
  const [file] = await database.query<{ tag: string | null; isLost: boolean }>(
    sql`select upload_tag as tag, lost_at is not null as "isLost" from file where path = ${path}`,
  );
  if (!file) return 'removed';
  if (file.isLost) return 'lost';
  return file.tag === null ? 'kept' : { tag: file.tag };
}

/** How long a request waits until a file is kept. */
const WAIT_MS = 10_000;

/** Whether a file's bytes can be read. One that is not kept is kept first; 503 when that takes too long, and then it goes on. */
export async function canBeRead(
  parts: KeepParts,
  file: { path: string; isKept: boolean },
  { now, waitMs = WAIT_MS }: { now: Date; waitMs?: number },
): Promise<boolean> {
  if (file.isKept) return true;
  const keeping = keepUpload(parts, file.path, now);
  const signal = AbortSignal.timeout(waitMs);
  return (
    (await unlessAborted(signal, keeping).catch((error: unknown) => Promise.reject(signal.aborted ? unavailable() : error))) === 'kept'
  );
}

/**
 * Keeps an upload, removes what its form has left or sent since, and answers the SHA-256 of the file if that is not known yet. It is told
 * to `onLost` when the upload cannot be kept any more. Throws when there is none.
 */
export async function finishUpload(
  { database, storage, onLost }: KeepParts & { onLost: () => void },
  path: string,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<string | undefined> {
  const kept = await unlessAborted(signal, keepUpload({ database, storage }, path, now));
  if (kept === 'missing') throw new Error(`There is no upload for ${path}`);
  if (kept === 'removed') return undefined;
  if (kept === 'lost') onLost();
  await storage.direct?.discard(path);
  const [file] = await database.query(sql`select 1 from file where path = ${path} and upload_tag is null and sha256 is null`);
  return file ? sha256Of(storage, path, signal) : undefined;
}

/** Records the SHA-256 of a kept file, in hexadecimal. */
export async function recordHash(tx: Transaction, path: string, sha256: string): Promise<void> {
  await tx.query(sql`update file set sha256 = ${sha256} where path = ${path} and upload_tag is null and sha256 is null`);
}

async function sha256Of(storage: Storage, path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of storage.read(path)) {
    signal.throwIfAborted();
    hash.update(chunk as Buffer);
    streamed((chunk as Buffer).length);
  }
  return hash.digest('hex');
}
