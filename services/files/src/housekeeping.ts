import { setInterval } from 'node:timers';
import type { Database } from '@partner-ordering/data';
import type { Ask } from '@partner-ordering/http';
import { confirmAttachments } from './domain/confirm-attachments.ts';
import { removeUnused } from './domain/unused-uploads.ts';
import type { Storage } from './storage/storage.ts';

const INTERVAL_MS = 60 * 60 * 1000;

/** What housekeeping works with. */
export interface HousekeepingOptions {
  database: Database;
  storage: Storage;
  ask: Ask;
  clock: () => Date;
  /** Called with what failed; it is tried again in an hour. */
  onError: (error: unknown) => void;
}

/** Confirms attachments and removes unused uploads, every hour. Several instances may do so at once. */
export function startHousekeeping(options: HousekeepingOptions): { stop: () => void } {
  const work = async (): Promise<void> => {
    await confirmAttachments(options, options.clock());
    await removeUnused(options, options.clock());
  };
  const timer = setInterval(() => void work().catch(options.onError), INTERVAL_MS).unref();
  return { stop: () => clearInterval(timer) };
}
