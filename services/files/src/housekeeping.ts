import { setInterval } from 'node:timers';
import type { Database } from '@partner-ordering/data';
import { forgetUnused } from './domain/claims.ts';
import type { DiskStorage } from './storage/disk-storage.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const UNUSED_MS = 7 * DAY_MS;
const INTERVAL_MS = 60 * 60 * 1000;

/** Removes uploads that have belonged to nothing for 7 days, and what uploads that were cut off have left. */
export async function removeUnused({ database, storage, now }: { database: Database; storage: DiskStorage; now: Date }): Promise<void> {
  for (;;) {
    const paths = await database.transactional((tx) => forgetUnused(tx, new Date(now.getTime() - UNUSED_MS)));
    if (paths.length === 0) break;
    for (const path of paths) await storage.remove(path);
  }
  await storage.tidy(new Date(now.getTime() - DAY_MS));
}

/** Does so every hour; several instances may. */
export function keepHouse(parts: { database: Database; storage: DiskStorage; clock: () => Date; onError: (error: unknown) => void }): {
  stop: () => void;
} {
  const work = (): void => void removeUnused({ ...parts, now: parts.clock() }).catch(parts.onError);
  const timer = setInterval(work, INTERVAL_MS).unref();
  return { stop: () => clearInterval(timer) };
}
