import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Database } from '@partner-ordering/data';
import { findJob, queueLength, type AddJob, type Service } from '@partner-ordering/http';
import { Failure, notFound } from '@partner-ordering/kernel';
import pLimit from 'p-limit';
import type { SmallImage, Storage, Variation } from '../../storage/storage.ts';
import type { FileJobs } from '../file-jobs.ts';
import type { FileRow } from '../find-file.ts';
import { tooLarge, type ImageLimits } from './image-limits.ts';

/** What getting a small version takes. */
export interface VariationParts {
  database: Database;
  storage: Storage;
  /** Of the service, as it wakes the worker that makes it. */
  write: Service['write'];
  imageLimits: ImageLimits;
}

/** Who asks, and when. */
export interface Asking {
  /** Gid of the user. */
  by: string;
  now: Date;
}

const JOB = 'make_variations';
/** How long a request waits until a small version is made. */
const WAIT_MS = 10_000;

/**
 * A small version of an image whose bytes can be read. One that is not there yet is made by a job, once, however many ask. 404 for an image
 * of which none can be made; 503 with `Retry-After` when the queue is full or it takes too long, and in the latter case it is made all the
 * same.
 */
export async function variationOf(parts: VariationParts, file: FileRow, variation: Variation, asking: Asking): Promise<SmallImage> {
  const { storage, imageLimits } = parts;
  const made = await storage.small(file.path, variation);
  if (made) return made;
  await refuseUnmakeable(parts.database, file, imageLimits);
  const waiting = running.get(file.path) ?? madeBy(parts, file, asking).finally(() => running.delete(file.path));
  running.set(file.path, waiting);
  await waiting;
  const now = await storage.small(file.path, variation);
  if (now) return now;
  await refuseUnmakeable(parts.database, file, imageLimits);
  throw notYet(1);
}

/** What is waited for, by path: whoever wants the same image meanwhile waits with them. */
const running = new Map<string, Promise<void>>();

/** What making them before has found. */
async function refuseUnmakeable(database: Database, { path, sizeBytes }: FileRow, limits: ImageLimits): Promise<void> {
  const [found] = await database.query<{ decodedBytes: string | null; isUndecodable: boolean }>(
    sql`select decoded_bytes::text as "decodedBytes", undecodable_at is not null as "isUndecodable" from file where path = ${path}`,
  );
  if (!found || found.isUndecodable) throw notFound('image');
  const refusal = tooLarge({ sizeBytes, decodedBytes: Number(found.decodedBytes ?? 0) }, limits);
  if (refusal) throw refusal;
}

/** Queues the job, unless it is queued, and waits until it has run. */
async function madeBy(parts: VariationParts, file: FileRow, asking: Asking): Promise<void> {
  const dueInMs = (await inTurn(() => queued(parts, file, asking))).getTime() - asking.now.getTime();
  if (dueInMs > WAIT_MS) throw notYet(dueInMs / 1000);
  const until = performance.now() + WAIT_MS;
  for (let pauseMs = FIRST_PAUSE_MS; performance.now() < until; pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS)) {
    await delay(pauseMs);
    const job = await findJob(parts.database, JOB, file.path);
    if (!job || job.hasFailed) return;
  }
}

const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;

/** One after the other, so that no two find the last place. */
const inTurn = pLimit(1);
/** So many images wait at most, */
const MAX_QUEUED = 256;
/** of which one user has asked for so many, */
const MAX_OF_ONE = 32;
/** and so many without waiting for others who ask. */
const FREE_OF_ONE = 4;

/** Answers when the job is due. One user's many jobs are due one after the other, so that those of others come in between. */
async function queued({ database, write, imageLimits }: VariationParts, file: FileRow, { by, now }: Asking): Promise<Date> {
  const { path } = file;
  const job = await findJob(database, JOB, path);
  if (job && !job.hasFailed) return job.runAt;
  const { all, alike, alikeUntil } = await queueLength(database, JOB, { by });
  if (all >= MAX_QUEUED || alike >= MAX_OF_ONE) throw notYet(5);
  const after = alike < FREE_OF_ONE || !alikeUntil ? 0 : alikeUntil.getTime() - now.getTime() + expectedMs(file, imageLimits);
  const runAt = new Date(now.getTime() + Math.max(0, after));
  await write((_tx, { addJob }) => {
    const addMaking: AddJob<FileJobs> = addJob;
    addMaking({ name: JOB, key: path, data: { path, by }, runAt });
    return Promise.resolve();
  });
  return runAt;
}

/** How long making them takes, about: a process begins, and a second for an image as large as is allowed. */
const expectedMs = ({ image }: FileRow, { maxDecodedBytes }: ImageLimits): number =>
  100 + Math.min(1, (image!.width * image!.height * 4) / maxDecodedBytes) * 1000;

const notYet = (seconds: number): Failure =>
  new Failure('unavailable', 'This variation is not made yet', { headers: { 'Retry-After': String(Math.max(1, Math.ceil(seconds))) } });
