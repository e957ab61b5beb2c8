import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serviceNames } from '@partner-ordering/kernel';
import { keySetsIn, newKeyPair, publicKeyOf, serviceKeys, type KeySets, type ServiceKeys } from '@partner-ordering/service-client';

// The keys of a whole installation, for `npm start`, compose.yaml, and for an operator to fill a secret store from.

/** Where the private key of a service is. */
export const privateKeyFile = (folder: string, service: string): string => join(folder, service, 'service-key.pem');
/** Where the public keys of all services are. */
export const publicKeysFile = (folder: string): string => join(folder, 'service-public-keys.json');
/** Keys of one service, one a line: the first is used, all are known. Named as in the command `keys`. */
export const rings = {
  /** Signs the addresses and upload forms of files in a folder. */
  storage: { service: 'files', file: 'signing-keys', variable: 'FILES_SIGNING_KEYS', encrypts: false },
  encryption: { service: 'identity', file: 'encryption-keys', variable: 'SIGNING_KEY_ENCRYPTION_KEYS', encrypts: true },
  webhooks: { service: 'notifications', file: 'encryption-keys', variable: 'WEBHOOK_SECRET_ENCRYPTION_KEYS', encrypts: true },
} as const;

export type RingName = keyof typeof rings;
const ringNames = Object.keys(rings) as RingName[];

/** Where the keys of a ring are. */
export const ringFile = (folder: string, name: RingName): string => join(folder, rings[name].service, rings[name].file);

/** The variables by which a service finds its keys in a folder. */
export const keyVariables = (folder: string, service: string): Record<string, string> => ({
  SERVICE_KEY_FILE: privateKeyFile(folder, service),
  SERVICE_PUBLIC_KEYS_FILE: publicKeysFile(folder),
  ...Object.fromEntries(ringsOf(service).map((name) => [`${rings[name].variable}_FILE`, ringFile(folder, name)])),
});

const ringsOf = (service: string): RingName[] => ringNames.filter((name) => rings[name].service === service);

/** The callers: the services and the gateway. */
export const keyOwners: readonly string[] = [...serviceNames, 'gateway'];

/** Makes the missing keys of an installation. */
export function makeKeys(folder: string): void {
  const sets = readKeySets(folder);
  const before = JSON.stringify(sets);
  for (const service of keyOwners) {
    const file = privateKeyFile(folder, service);
    if (!existsSync(file)) writeSafely(file, newKeyPair().privateKey);
    const own = publicKeyOf(readFileSync(file, 'utf8'));
    const { keys } = (sets[service] ??= { keys: [] });
    if (!keys.some(({ x }) => x === own.x)) keys.push(own);
  }
  if (JSON.stringify(sets) !== before) writeKeySets(folder, sets);
  for (const name of ringNames) {
    const file = ringFile(folder, name);
    if (!existsSync(file)) writeLines(file, [newSecret()]);
  }
}

/** The keys of a service. Throws a one-line Error when they are missing or wrong. */
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

export const readLines = (file: string): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
export const writeLines = (file: string, lines: readonly string[]): void => writeSafely(file, `${lines.join('\n')}\n`);

/** A random text that is long enough for a key or a password. */
export const newSecret = (): string => randomBytes(32).toString('hex');

/** Writes a file as a whole or not at all, by default for its owner only. */
export function writeSafely(file: string, text: string, mode = 0o600): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, text, { mode });
  renameSync(`${file}.new`, file);
}
