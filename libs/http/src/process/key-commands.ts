import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { newKeyPair, publicKeyOf } from '@partner-ordering/service-client';
import * as keyFolder from './key-folder.ts';

const { keyOwners, privateKeyFile, publicKeysFile, readKeySets, readLines, ringFile, rings, writeKeySets, writeLines, writeSafely } =
  keyFolder;

/** A planned change is add, use, remove; `replace` is all of it at once. */
interface Steps {
  /** Makes a new key that is known, but does not sign. */
  add(): void;
  /** Has the new key sign. */
  use(): void;
  /** Forgets all but the key that signs and the new one. */
  remove(): void;
  replace(): void;
}

const USAGE =
  'it takes `make`, or one of add, use, remove, replace with `services`, `services <name>`, `storage`, `encryption` or `webhooks`';

/** Changes the keys in a folder as the arguments say, and answers what to print. Throws an Error of one line. */
export function changeKeys(folder: string, [step = '', kind, name, ...more]: readonly string[]): string {
  if (step === 'make' && kind === undefined) {
    keyFolder.makeKeys(folder);
    return `${folder} has the keys of ${keyOwners.join(', ')}`;
  }
  if (!isStep(step) || !isKind(kind) || more.length > 0 || (kind !== 'services' && name !== undefined)) throw new Error(USAGE);
  // What the old key has encrypted must be read once more.
  if (kind !== 'services' && rings[kind].encrypts && step === 'replace')
    throw new Error(`the key of the ${kind} takes \`add\`, \`use\`, and later \`remove\``);
  if (name !== undefined && !keyOwners.includes(name)) throw new Error(`there is no service ${name}; there is ${keyOwners.join(', ')}`);
  const present = kind === 'services' ? publicKeysFile(folder) : ringFile(folder, kind);
  if (!existsSync(present)) throw new Error(`there is no ${present}; \`make\` makes what is missing`);
  const owners = name === undefined ? keyOwners : [name];
  const files = kind === 'services' ? owners.map((owner) => privateKeyFile(folder, owner)) : [present];
  const changed = step === 'use' ? files.filter((file) => existsSync(nextTo(file))) : files;
  if (changed.length === 0) throw new Error('there is no new key; make one with `add`');
  for (const file of changed) (kind === 'services' ? serviceKey(folder, file) : ringKeys(file))[step]();
  return `${name ?? kind}: ${done[step]}`;
}

const done: Readonly<Record<keyof Steps, string>> = {
  add: 'the new keys are known. Once every instance has them: use',
  use: 'the new keys sign. Once nothing is valid any more that the old ones have signed: remove',
  remove: 'the old keys are forgotten',
  replace: 'the keys were replaced. What the old ones have signed is refused',
};

const isStep = (text: string): text is keyof Steps => Object.hasOwn(done, text);

const isKind = (text: string | undefined): text is keyFolder.RingName | 'services' =>
  text === 'services' || (text !== undefined && Object.hasOwn(rings, text));

const nextTo = (file: string): string => `${file}.next`;
const textOf = (file: string): string => readFileSync(file, 'utf8');

function serviceKey(folder: string, file: string): Steps {
  const service = keyOwners.find((name) => privateKeyFile(folder, name) === file)!;
  const sets = readKeySets(folder);
  const present = sets[service]?.keys ?? [];
  const known = (keys: typeof present): void => writeKeySets(folder, { ...sets, [service]: { keys } });
  const add = (): void => {
    if (!existsSync(nextTo(file))) writeSafely(nextTo(file), newKeyPair().privateKey);
    const next = publicKeyOf(textOf(nextTo(file)));
    if (!present.some(({ x }) => x === next.x)) known([...present, next]);
  };
  return {
    add,
    use: () => (add(), renameSync(nextTo(file), file)),
    remove: () => known([file, nextTo(file)].filter(existsSync).map((each) => publicKeyOf(textOf(each)))),
    replace: () => {
      const { privateKey, publicKey } = newKeyPair();
      known([publicKey]);
      writeSafely(file, privateKey);
      rmSync(nextTo(file), { force: true });
    },
  };
}

function ringKeys(file: string): Steps {
  const present = readLines(file);
  const without = (...keys: string[]): string[] => present.filter((key) => !keys.includes(key));
  const add = (): string => {
    if (!existsSync(nextTo(file))) writeLines(nextTo(file), [keyFolder.newSecret()]);
    const [next = ''] = readLines(nextTo(file));
    writeLines(file, [...without(next), next]);
    return next;
  };
  return {
    add: () => void add(),
    use: () => {
      const next = add();
      writeLines(file, [next, ...without(next)]);
      rmSync(nextTo(file));
    },
    remove: () => writeLines(file, [present[0]!, ...(existsSync(nextTo(file)) ? readLines(nextTo(file)) : [])]),
    replace: () => {
      writeLines(file, [keyFolder.newSecret()]);
      rmSync(nextTo(file), { force: true });
    },
  };
}
