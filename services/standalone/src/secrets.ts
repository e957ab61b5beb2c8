import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { newSecret, writeSafely } from '@partner-ordering/service';

interface Secrets {
  /** Passwords of the database roles, by role. */
  passwords: Record<string, string>;
}

/** Reads the passwords of the roles from `<dataDir>/secrets.json` and makes missing ones. The caller holds the data folder's lock. */
export function readPasswords(dataDir: string, roles: readonly string[]): Secrets['passwords'] {
  const file = join(dataDir, 'secrets.json');
  const stored = readJson(file);
  const passwords = Object.fromEntries(roles.map((role) => [role, stored.passwords[role] ?? newSecret()]));
  if (!isDeepStrictEqual(stored, { passwords })) writeSafely(file, `${JSON.stringify({ passwords }, null, 2)}\n`);
  return passwords;
}

function readJson(file: string): Secrets {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { passwords: {} };
    throw new Error(`cannot read ${file} (${(error as Error).message}); delete it to have new secrets made`, { cause: error });
  }
}
