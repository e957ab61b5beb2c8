import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { newKeyPair, publicKeyOf } from '@partner-ordering/service-client';
import * as keyFolder from './key-folder.ts';

const { keyOwners, privateKeyFile, publicKeysFile, readKeySets, readLines, ringFile, rings, writeKeySets, writeLines, writeSafely } =
  keyFolder;

/** The steps of a planned change. */
interface Keys {
  /** Makes a new key that is known, but does not sign. */
  add(): void;
  /** Makes the new key sign. */
  use(): void;
  /** Forgets all keys but the one that signs and the new one. */
  remove(): void;
}

type KeySet = ReturnType<typeof readKeySets>[string]['keys'];

const USAGE =
  'it takes `make`, or one of add, use, remove, replace with `services`, `services <name>`, `storage`, `encryption` or `webhooks`';

/** Changes the keys in a folder and returns the text to print. Throws a one-line Error. */
export function changeKeys(folder: string, [step = '', kind, name, ...more]: readonly string[]): string {
  if (step === 'make' && kind === undefined) {
    keyFolder.makeKeys(folder);
    return `${folder} has the keys of ${keyOwners.join(', ')}`;
  }
  if (!isStep(step) || !isKind(kind) || more.length > 0 || (kind !== 'services' && name !== undefined)) throw new Error(USAGE);
  // The old key must still decrypt its rows.
  if (kind !== 'services' && rings[kind].encrypts && step === 'replace')
    throw new Error(`the key of the ${kind} takes \`add\`, \`use\`, and later \`remove\``);
  if (name !== undefined && !keyOwners.includes(name)) throw new Error(`there is no service ${name}; there is ${keyOwners.join(', ')}`);
  const present = kind === 'services' ? publicKeysFile(folder) : ringFile(folder, kind);
  if (!existsSync(present)) throw new Error(`there is no ${present}; \`make\` makes what is missing`);
  const owners = name === undefined ? keyOwners : [name];
  const files = kind === 'services' ? owners.map((owner) => privateKeyFile(folder, owner)) : [present];
  const changed = step === 'use' ? files.filter((file) => existsSync(newKeyFile(file))) : files;
  if (changed.length === 0) throw new Error('there is no new key; make one with `add`');
  for (const file of changed) change(kind === 'services' ? serviceKey(folder, file) : ringKeys(file), step, file);
  return `${name ?? kind}: ${doneTexts[step]}`;
}

/** `replace` is the whole change at once, with a key that nobody has seen before. */
function change(keys: Keys, step: keyof typeof doneTexts, file: string): void {
  if (step !== 'replace') return keys[step]();
  rmSync(newKeyFile(file), { force: true });
  keys.use();
  keys.remove();
}

const doneTexts: Readonly<Record<keyof Keys | 'replace', string>> = {
  add: 'the new keys are known. Once every instance has them: use',
  use: 'the new keys sign. Once nothing is valid any more that the old ones have signed: remove',
  remove: 'the old keys are forgotten',
  replace: 'the keys were replaced. What the old ones have signed is refused',
};

const isStep = (text: string): text is keyof typeof doneTexts => Object.hasOwn(doneTexts, text);

const isKind = (text: string | undefined): text is keyFolder.RingName | 'services' =>
  text === 'services' || (text !== undefined && Object.hasOwn(rings, text));

const newKeyFile = (file: string): string => `${file}.next`;
const readText = (file: string): string => readFileSync(file, 'utf8');

function serviceKey(folder: string, file: string): Keys {
  const service = keyOwners.find((name) => privateKeyFile(folder, name) === file)!;
  const setKnown = (keys: KeySet): void => writeKeySets(folder, { ...readKeySets(folder), [service]: { keys } });
  const add = (): void => {
    if (!existsSync(newKeyFile(file))) writeSafely(newKeyFile(file), newKeyPair().privateKey);
    const next = publicKeyOf(readText(newKeyFile(file)));
    const publicKeys = readKeySets(folder)[service]?.keys ?? [];
    if (!publicKeys.some(({ x }) => x === next.x)) setKnown([...publicKeys, next]);
  };
  return {
    add,
    use: () => (add(), renameSync(newKeyFile(file), file)),
    remove: () => setKnown([file, newKeyFile(file)].filter(existsSync).map((each) => publicKeyOf(readText(each)))),
  };
}

function ringKeys(file: string): Keys {
  const without = (key: string): string[] => readLines(file).filter((line) => line !== key);
  const add = (): string => {
    if (!existsSync(newKeyFile(file))) writeLines(newKeyFile(file), [keyFolder.newSecret()]);
    const [next = ''] = readLines(newKeyFile(file));
    writeLines(file, [...without(next), next]);
    return next;
  };
  return {
    add: () => void add(),
    use: () => {
      const next = add();
      writeLines(file, [next, ...without(next)]);
      rmSync(newKeyFile(file));
    },
    remove: () => writeLines(file, [readLines(file)[0]!, ...(existsSync(newKeyFile(file)) ? readLines(newKeyFile(file)) : [])]),
  };
}
