import { setTimeout as delay } from 'node:timers/promises';
import { findJob, queueLength } from '@partner-ordering/jobs';
import type { AddJob } from '@partner-ordering/writes';
import { DomainRefusal, notFound } from '@partner-ordering/kernel';
import { unlessAborted } from '@partner-ordering/service';
import pLimit from 'p-limit';
import type { SmallImage, Variation } from '../../storage/storage.ts';
import type { FileJobs } from '../file-jobs.ts';
import { mustHaveContent } from '../lost-content.ts';
import { findFile, findFiles, type FileRow } from '../find-file.ts';
import type { FileLookup } from '../parts.ts';
import { MAX_DECODED_BYTES } from './shrink-order.ts';

const JOB = 'make_variations';
/** The longest wait of a request for a small version. */
const WAIT_MS = 10_000;

/**
 * A small version of an image whose bytes can be read; one job makes what is missing, however many ask. `by` is the user's gid. 404 for an
 * image that has none; 503 with `Retry-After` when the queue is full, or when the job takes longer, and then it goes on.
 */
export async function variationOf(parts: FileLookup, file: FileRow, variation: Variation, by: string): Promise<SmallImage> {
  const { database, storage } = parts;
  const made = await storage.small(file.path, variation);
  if (made) return made;
  await mustHaveContent(parts, file.path);
  if (!isBroken(file)) await decodeByJob(parts, file, by);
  const small = await storage.small(file.path, variation);
  if (small) return small;
  const found = await findFile(database, file.path);
  if (!found || isBroken(found)) throw notFound('image');
  throw notDecodedYet(1);
}

const isUntried = ({ image, isDecodable }: FileRow): boolean => image !== null && isDecodable === null;
const isBroken = ({ isDecodable }: FileRow): boolean => isDecodable === false;

/**
 * Paths of the images among these files that cannot be decoded. One that nobody has tried is decoded now, which makes its small versions,
 * too. `by` is the user's gid. 503 like `variationOf`, and shortly before `deadlineMs` of `performance.now()`.
 */
export async function undecodable(
  parts: FileLookup,
  files: readonly FileRow[],
  { by, deadlineMs }: { by: string; deadlineMs: number },
): Promise<Set<string>> {
  const untried = files.filter(isUntried);
  if (untried.length === 0) return new Set(files.filter(isBroken).map(({ path }) => path));
  const signal = AbortSignal.timeout(Math.max(0, Math.floor(deadlineMs - performance.now() - ANSWER_MS)));
  const decoding = Promise.all(untried.map((file) => decodeByJob(parts, file, by)));
  await unlessAborted(signal, decoding).catch((error) => Promise.reject(signal.aborted ? notDecodedYet(1) : error));
  const currentFiles = await findFiles(
    parts.database,
    files.map(({ path }) => path),
  );
  if (currentFiles.some(isUntried)) throw notDecodedYet(1);
  return new Set(currentFiles.filter(isBroken).map(({ path }) => path));
}

/** Time that is left for the answer. */
const ANSWER_MS = 500;

/** Decodes an image by a job; all who want the same one wait for it. */
function decodeByJob(parts: FileLookup, file: FileRow, by: string): Promise<void> {
  const waiting = running.get(file.path) ?? runJob(parts, file, by).finally(() => running.delete(file.path));
  running.set(file.path, waiting);
  return waiting;
}

/** The decodings in progress, by path. */
const running = new Map<string, Promise<void>>();

/** Queues the job, unless it is queued, and waits until it has run. */
async function runJob(parts: FileLookup, file: FileRow, by: string): Promise<void> {
  const dueInMs = (await inSlot(() => queueJob(parts, file, by))).getTime() - parts.now.getTime();
  if (dueInMs > WAIT_MS) throw notDecodedYet(dueInMs / 1000);
  const until = performance.now() + WAIT_MS;
  for (let pauseMs = FIRST_PAUSE_MS; performance.now() < until; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    await delay(pauseMs);
    const job = await findJob(parts.database, JOB, file.path);
    if (!job || job.hasFailed) return;
  }
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/** One after the other, so that no two take the last place in the queue. */
const inSlot = pLimit(1);
/** The most images that wait. */
const MAX_QUEUED = 256;
/** The most of them that one user has asked for. */
const MAX_OF_ONE = 32;
/** The most of one user that do not wait for the images of others. */
const FREE_OF_ONE = 4;

/** Answers when the job is due. One user's many jobs are due one after the other, so that those of others come in between. */
async function queueJob({ database, write, now }: FileLookup, file: FileRow, by: string): Promise<Date> {
  const { path } = file;
  const job = await findJob(database, JOB, path);
  if (job && !job.hasFailed) return job.runAt;
  const { all, alike, alikeUntil } = await queueLength(database, JOB, { by });
  if (all >= MAX_QUEUED || alike >= MAX_OF_ONE) throw notDecodedYet(5);
  const delayMs = alike < FREE_OF_ONE || !alikeUntil ? 0 : alikeUntil.getTime() - now.getTime() + expectedMs(file);
  const runAt = new Date(now.getTime() + Math.max(0, delayMs));
  await write((_tx, { addJob }) => {
    const addMaking: AddJob<FileJobs> = addJob;
    addMaking({ name: JOB, key: path, data: { path, by }, runAt });
    return Promise.resolve();
  });
  return runAt;
}

/** Roughly how long decoding takes: starting a process, a second for 16 megapixels, and 4 s for the 268 that are read row by row. */
function expectedMs({ image }: FileRow): number {
  const times = (image!.width * image!.height * 4) / MAX_DECODED_BYTES;
  return 100 + Math.min(times, Math.sqrt(times)) * 1000;
}

const notDecodedYet = (seconds: number): DomainRefusal =>
  new DomainRefusal('unavailable', 'This image is not decoded yet', {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) },
  });
