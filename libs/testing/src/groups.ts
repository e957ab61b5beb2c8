import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tierOf } from './tiers.ts';

/** Test files by the process that runs them. Those of a service, a lib and a folder of `tests/src` have one, named `services/ordering`. */
export type Groups = Readonly<Record<string, readonly string[]>>;

export function groupsOf(files: readonly string[]): Groups {
  return Object.fromEntries(Map.groupBy(files, (file) => (tierOf(file) === 'unit' ? unitGroupOf(file) : groupOf(file))));
}

const groupOf = (file: string): string =>
  tierOf(file) === 'test' ? (/^(?:(?:services|libs)\/[^/]+|tests\/src\/[^/]+)(?=\/)/.exec(file)?.[0] ?? file) : file;

/**
 * Writes a module into `folder` for each process that files share.
 * @returns the name of a group by the path that `node --test` gets for it
 */
export function writeEntries(groups: Groups, root: string, folder: string): Map<string, string> {
  return new Map(
    Object.entries(groups).map(([name, files]) => {
      if (files.length === 1 && files[0] === name) return [resolve(root, name), name];
      const entry = join(folder, `${name.replaceAll('/', '-')}.test.mjs`);
      writeFileSync(entry, [...LOADING, ...files.map((file) => importing(file, root)), 'loaded.resolve();'].join('\n'));
      return [entry, name];
    }),
  );
}

/** Otherwise a process whose first files have ended their tests would end while the next one is still imported. */
const LOADING = [
  `import { test } from 'node:test';`,
  'const loaded = Promise.withResolvers();',
  `test('the files of this process are loaded', () => loaded.promise);`,
];

/** A file that cannot be imported fails as a test of its own, for which nothing waits; the files after it run. */
const importing = (file: string, root: string): string =>
  `await import('${pathToFileURL(join(root, file)).href}').catch((error) => { test('${file}', () => { throw error; }); });`;

/** Two, as each loads much the same modules, and a third of the files are of libs. */
const unitGroupOf = (file: string): string => (file.startsWith('libs/') ? 'unit-libs' : 'unit-others');
