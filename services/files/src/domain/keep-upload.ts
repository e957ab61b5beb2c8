import { createHash } from 'node:crypto';
import { sql, type Database } from '@partner-ordering/data';
import { countStreamedBytes } from '@partner-ordering/http';
import { unlessAborted } from '@partner-ordering/service';
import { unavailable } from '@partner-ordering/kernel';
import { crashPoint } from '@partner-ordering/messaging';
import pLimit from 'p-limit';
import type { Storage } from '../storage/storage.ts';
import type { Recording } from './file-jobs.ts';
import { removeOrphan } from './orphans.ts';
import type { StoredParts } from './parts.ts';

/** `kept`: the recorded bytes are under the file's path. `removed`: the file is gone. `lost`: its upload was overwritten before. */
export type KeepResult = 'kept' | 'removed' | 'lost' | 'missing';

/** A bucket copies several files at once. */
const inSlot = pLimit(16);
/** The copies in progress, by path: all requests for the same file wait for one copy. */
const running = new Map<string, Promise<KeepResult>>();

/** Copies the upload of a recorded file to its path, unless that is done. Several instances may do so at once: the row names the bytes. */
export function keepUpload(parts: StoredParts, path: string, now: Date): Promise<KeepResult> {
  const keeping = running.get(path) ?? inSlot(() => keepOnce(parts, path, now)).finally(() => running.delete(path));
  running.set(path, keeping);
  return keeping;
}

async function keepOnce({ database, storage }: StoredParts, path: string, now: Date): Promise<KeepResult> {
  const state = await stateOf(database, path);
  if (typeof state === 'string') return state;
  const result = (await storage.direct?.keep({ path, tag: state.tag })) ?? 'missing';
  crashPoint('upload-copied');
  const isUnchanged = sql`path = ${path} and upload_tag = ${state.tag} and lost_at is null`;
  if (typeof result === 'object')
    await database.query(sql`update file set upload_tag = null, sha256 = ${result.sha256} where ${isUnchanged}`);
  else if (result === 'overwritten') await database.query(sql`update file set lost_at = ${now} where ${isUnchanged}`);
  // Another instance may have been faster, or the file was removed.
  const newState = await stateOf(database, path);
  if (newState === 'removed') await removeOrphan({ database, storage }, path);
  return typeof newState === 'string' ? newState : 'missing';
}

async function stateOf(database: Database, path: string): Promise<Exclude<KeepResult, 'missing'> | { tag: string }> {
  const [file] = await database.query<{ tag: string | null; isLost: boolean }>(
    sql`select upload_tag as tag, lost_at is not null as "isLost" from file where path = ${path}`,
  );
  if (!file) return 'removed';
  if (file.isLost) return 'lost';
  return file.tag === null ? 'kept' : { tag: file.tag };
}

/** The longest wait of a request. */
const WAIT_MS = 10_000;

/** Whether a file's bytes can be read, after keeping its upload; 503 when that takes longer, and then it goes on. */
export async function canBeRead(
  parts: StoredParts & { now: Date },
  file: { path: string; isKept: boolean },
  waitMs = WAIT_MS,
): Promise<boolean> {
  if (file.isKept) return true;
  const keeping = keepUpload(parts, file.path, parts.now);
  const signal = AbortSignal.timeout(waitMs);
  return (
    (await unlessAborted(signal, keeping).catch((error: unknown) => Promise.reject(signal.aborted ? unavailable() : error))) === 'kept'
  );
}

/** Keeps an upload, removes what its form stored, and answers the write of a missing SHA-256. Throws if there is no upload. */
export async function finishUpload(
  { database, storage }: StoredParts,
  path: string,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<Recording> {
  const result = await unlessAborted(signal, keepUpload({ database, storage }, path, now));
  if (result === 'missing') throw new Error(`There is no upload for ${path}`);
  if (result === 'removed') return undefined;
  await storage.direct?.discard(path);
  const [file] = await database.query(sql`select 1 from file where path = ${path} and upload_tag is null and sha256 is null`);
  if (!file) return undefined;
  const sha256 = await sha256Of(storage, path, signal);
  return async (tx) => {
    await tx.query(sql`update file set sha256 = ${sha256} where path = ${path} and upload_tag is null and sha256 is null`);
  };
}

async function sha256Of(storage: Storage, path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of storage.read(path)) {
    signal.throwIfAborted();
    hash.update(chunk as Buffer);
    countStreamedBytes((chunk as Buffer).length);
  }
  return hash.digest('hex');
}
