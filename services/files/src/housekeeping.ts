import { setInterval } from 'node:timers';
import type { Database } from '@partner-ordering/data';
import type { Ask } from '@partner-ordering/http';
import { unconfirmedOf, servicesWithUnconfirmed, forgetUnused, endUnconfirmed } from './domain/claims.ts';
import type { Storage } from './storage/storage.ts';

const HOUR_MS = 60 * 60 * 1000;
const UNUSED_MS = 7 * 24 * HOUR_MS;
/** A claim precedes the commit of its holder; none takes this long. */
const GRACE_MS = HOUR_MS;
const INTERVAL_MS = HOUR_MS;

/** What housekeeping works on. */
export interface HousekeepingOptions {
  database: Database;
  storage: Storage;
  ask: Ask;
  /** Told what could not be done; it is tried again in an hour. */
  onError: (error: unknown) => void;
}

/**
 * Asks the services whether what files were claimed for is there, where that is not certain: a process may have been killed between its
 * claim and its commit. What never came to be lets go of its files. Of a service that does not answer nothing changes.
 */
export async function confirmAttachments({ database, ask, onError }: Omit<HousekeepingOptions, 'storage'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - GRACE_MS);
  for (const service of await servicesWithUnconfirmed(database, before)) {
    try {
      for (;;) {
        const found = await unconfirmedOf(database, service, before);
        if (found.claims.length === 0) break;
        const hrefs = [...new Set(found.claims.map(({ holder }) => holder))];
        const { missing } = await ask<{ missing: string[] }>(service, '/internal/missing', { hrefs });
        await database.transactional((tx) => endUnconfirmed(tx, found, { missing: new Set(missing), before, now }));
      }
    } catch (error) {
      onError(error);
    }
  }
}

/** Removes uploads that have belonged to nothing for 7 days, and what was uploaded as long ago and never named. */
export async function removeUnused({ database, storage }: Pick<HousekeepingOptions, 'database' | 'storage'>, now: Date): Promise<void> {
  const before = new Date(now.getTime() - UNUSED_MS);
  let removed: number;
  do {
    removed = await database.transactional(async (tx) => {
      const paths = await forgetUnused(tx, before);
      // Before the commit: what a crash leaves behind is known and removed the next time.
      await Promise.all(paths.map((path) => storage.remove(path)));
      return paths.length;
    });
  } while (removed > 0);
  await storage.tidy(before);
}

/** Does both every hour; several instances may. */
export function startHousekeeping(options: HousekeepingOptions & { clock: () => Date }): { stop: () => void } {
  const work = async (): Promise<void> => {
    await confirmAttachments(options, options.clock());
    await removeUnused(options, options.clock());
  };
  const timer = setInterval(() => void work().catch(options.onError), INTERVAL_MS).unref();
  return { stop: () => clearInterval(timer) };
}
