import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface DataDirLock {
  /** The folder's real path. */
  dataDir: string;
  release(): void;
}

/**
 * Makes the folder and keeps every other process out of it. The lock is SQLite's lock on an empty file: the only one that Node offers
 * which the kernel releases when the process dies, on Linux and macOS alike.
 */
export function lockDataDir(dataDir: string): DataDirLock {
  const folder = resolve(dataDir);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new Error(`cannot write to the data folder ${folder} (${(error as NodeJS.ErrnoException).code})`, { cause: error });
  }
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, 'postgres.lock'), { timeout: 0 });
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const reason = (error as Error).message;
    throw new Error(
      reason.includes('locked')
        ? `the data folder ${folder} is in use by another process`
        : `cannot lock the data folder ${folder} (${reason})`,
      { cause: error },
    );
  }
  const held = lock;
  return {
    dataDir: realpathSync(folder),
    release: () => {
      if (held.isOpen) held.close();
    },
  };
}
