import { hkdfSync } from 'node:crypto';
import { reread, type RereadOptions } from '@partner-ordering/kernel';
import { makeValidator } from 'envalid';
import { refuseGuessable } from '../environment/environment.ts';
import { readVariables, variableReader, withSecretFiles } from '../environment/variables.ts';

/** The first key is for new texts, all are for existing ones, so a key can be replaced without a break. */
export type KeyRing = (isUrgent?: boolean) => readonly [Buffer, ...Buffer[]];

const MIN_KEY_BYTES = 32;

/**
 * Opens the keys in a text, one a line, and reads them again when they change. They are derived (HKDF-SHA256, RFC 5869) for one `use`: the
 * same text gives other keys for another use. Throws an Error that names the variable, never its keys.
 */
export function keyRing({ name, use, ...options }: { name: string; use: string } & Omit<RereadOptions<never>, 'parse'>): KeyRing {
  const derived = (key: string): Buffer => derivedKey(key, use);
  const parse = (text: string): readonly [Buffer, ...Buffer[]] => {
    try {
      const [first, ...others] = linesIn(text);
      return [derived(first), ...others.map(derived)];
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
    }
  };
  return reread({ ...options, parse });
}

/** A key of 256 bits for one `use` of a secret that nobody can guess. */
export const derivedKey = (secret: string, use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', use, 32));

/** Checks the variable of a key ring, or its `<name>_FILE`, and returns its reader. Throws a one-line Error. */
export function readKeyRing(environment: NodeJS.ProcessEnv, name: string, desc: string): () => string {
  const checked = readVariables(withSecretFiles(environment, [name]), { [name]: lines({ desc }) });
  if (environment['NODE_ENV'] === 'production') for (const key of linesIn(checked[name]!)) refuseGuessable(name, key);
  return variableReader(environment, name);
}

const lines = makeValidator((text) => (linesIn(text), text));

function linesIn(text: string): [string, ...string[]] {
  const found = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first, ...others] = found;
  if (first === undefined || found.some((key) => Buffer.byteLength(key) < MIN_KEY_BYTES))
    throw new Error(`must have a key of at least ${MIN_KEY_BYTES} bytes on each line`);
  return [first, ...others];
}
