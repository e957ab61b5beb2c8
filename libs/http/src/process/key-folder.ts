import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serviceNames } from '@partner-ordering/kernel';
import { keySetsIn, newKeyPair, publicKeyOf, serviceKeys, type KeySets, type ServiceKeys } from '@partner-ordering/neighbours';

// A folder with the keys of a whole installation: what `npm start` and compose.yaml keep theirs in, and what an operator fills a secret store from.

/** Where the private key of a service is. */
export const privateKeyFile = (folder: string, service: string): string => join(folder, service, 'service-key.pem');
/** Where the public keys of all services are. */
export const publicKeysFile = (folder: string): string => join(folder, 'service-public-keys.json');
/** Where the keys are that sign the addresses and upload forms of files, the signing one first. */
export const signingKeysFile = (folder: string): string => join(folder, 'files', 'signing-keys');

/** Where the keys are that encrypt identity's signing keys in its database, the encrypting one first. */
export const encryptionKeysFile = (folder: string): string => join(folder, 'identity', 'encryption-keys');

/** The variables by which a service finds its keys in a folder. */
export const keyVariables = (folder: string, service: string): Record<string, string> => ({
  SERVICE_KEY_FILE: privateKeyFile(folder, service),
  SERVICE_PUBLIC_KEYS_FILE: publicKeysFile(folder),
  ...(service === 'identity' ? { SIGNING_KEY_ENCRYPTION_KEYS_FILE: encryptionKeysFile(folder) } : {}),
  ...(service === 'files' ? { FILES_SIGNING_KEYS_FILE: signingKeysFile(folder) } : {}),
});

/** What makes calls to others: the services, and the gateway. */
export const keyOwners: readonly string[] = [...serviceNames, 'gateway'];

export interface NewKeys {
  /** By default all. */
  services?: readonly string[];
  /** What signed addresses of files so far, if these keys replace it: they stay valid. */
  signingKeyBefore?: string | undefined;
}

/** Makes what the folder lacks of these services' keys. What is there stays. */
export function makeKeys(folder: string, { services = keyOwners, signingKeyBefore }: NewKeys = {}): void {
  const sets = readKeySets(folder);
  const before = JSON.stringify(sets);
  for (const service of services) {
    const file = privateKeyFile(folder, service);
    if (!existsSync(file)) writeSafely(file, newKeyPair().privateKey);
    const own = publicKeyOf(readFileSync(file, 'utf8'));
    const { keys } = (sets[service] ??= { keys: [] });
    if (!keys.some(({ x }) => x === own.x)) keys.push(own);
  }
  if (JSON.stringify(sets) !== before) writeKeySets(folder, sets);
  if (services.includes('identity') && !existsSync(encryptionKeysFile(folder))) writeLines(encryptionKeysFile(folder), [newSecret()]);
  if (services.includes('files') && !existsSync(signingKeysFile(folder)))
    writeLines(signingKeysFile(folder), [newSecret(), ...(signingKeyBefore === undefined ? [] : [signingKeyBefore])]);
}

/** Longer than any address or upload form is valid. */
const SIGNED_MS = 2 * 3600 * 1000;

/** Leaves only the key of files that signs, once whatever the others have signed has expired. */
export function forgetOldSigningKeys(folder: string, now: Date): void {
  const file = signingKeysFile(folder);
  const [signing, ...others] = readLines(file);
  // The file was last written when the key was replaced.
  if (others.length > 0 && now.getTime() - statSync(file).mtimeMs > SIGNED_MS) writeLines(file, [signing!]);
}

/** The keys of a service in a folder; throws an Error of one line when they are missing or wrong. */
export const keysInFolder = (folder: string, service: string, onError?: (error: unknown) => void): ServiceKeys =>
  serviceKeys({
    service,
    privateKey: () => readFileSync(privateKeyFile(folder, service), 'utf8'),
    publicKeys: () => readFileSync(publicKeysFile(folder), 'utf8'),
    onError,
  });

export function readKeySets(folder: string): KeySets {
  const file = publicKeysFile(folder);
  return existsSync(file) ? keySetsIn(readFileSync(file, 'utf8')) : {};
}

export const writeKeySets = (folder: string, sets: KeySets): void =>
  writeSafely(publicKeysFile(folder), `${JSON.stringify(sets, null, 2)}\n`, 0o644);

export const readLines = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter((line) => line.trim() !== ''); // prettier-ignore
export const writeLines = (file: string, lines: readonly string[]): void => writeSafely(file, `${lines.join('\n')}\n`);

/** A random text that is long enough to sign with. */
export const newSecret = (): string => randomBytes(32).toString('hex');

/** Writes a file that is there whole or not at all; by default for its owner only. */
export function writeSafely(file: string, text: string, mode = 0o600): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
}
