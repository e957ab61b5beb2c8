import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What one installation keeps to itself. */
export interface Secrets {
  /** Passwords of the database roles, by role. */
  passwords: Readonly<Record<string, string>>;
}

const newSecret = (): string => randomBytes(32).toString('hex');

/**
 * Reads `<dataDir>/secrets.json` (mode 0600) and makes what it lacks. Deleting the file gives new secrets at the next start.
 * The caller holds the data folder's lock.
 */
export function readSecrets(dataDir: string, roles: readonly string[]): Secrets {
  const file = join(dataDir, 'secrets.json');
  const known = readJson(file);
  const secrets = {
    passwords: Object.fromEntries(roles.map((role) => [role, known?.passwords[role] ?? newSecret()])),
  };
  const text = `${JSON.stringify(secrets, null, 2)}\n`;
  if (known && JSON.stringify(known) === JSON.stringify(secrets)) return secrets;
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return secrets;
}

function readJson(file: string): Secrets | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Error(`cannot read ${file} (${(error as Error).message}); delete it to have new secrets made`, { cause: error });
  }
}
