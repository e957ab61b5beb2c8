import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { tierOf } from './tiers.ts';

/** Test files by the process that runs them. Those of a service, a lib and a folder of `tests/src` have one, named `services/ordering`. */
export type Groups = Readonly<Record<string, readonly string[]>>;

/** At the same time: three for two cores, as each waits now and then, for PostgreSQL, a timer or a program that it has started. */
export const MOST_PROCESSES = 3;

export function groupsOf(files: readonly string[]): Groups {
  return Object.fromEntries(Map.groupBy(files, (file) => (tierOf(file) === 'unit' ? unitGroupOf(file) : groupOf(file))));
}

const groupOf = (file: string): string =>
  tierOf(file) === 'test' ? (/^(?:(?:services|libs)\/[^/]+|tests\/src\/[^/]+)(?=\/)/.exec(file)?.[0] ?? file) : file;

/** Tests of whole systems take longest, those of libs shortest. Within a kind, larger files take longer. */
const KINDS = ['tests', 'bench', 'services', 'openapi', 'portal', 'libs'];

/** A long one that begins late would run alone in the end. */
export function sortByLength(groups: Groups, root: string): Groups {
  const kindOf = (name: string): number => KINDS.indexOf(name.split('/')[0]!);
  const sizeOf = (files: readonly string[]): number => files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0);
  const entries = Object.entries(groups).map(([name, files]) => ({ name, files, kind: kindOf(name), size: sizeOf(files) }));
  const sorted = entries.sort((a, b) => a.kind - b.kind || b.size - a.size);
  return Object.fromEntries(sorted.map(({ name, files }) => [name, files]));
}

/**
 * Writes a module into `folder` for each process. Their names begin with a number, as `node --test` runs files in alphabetical order.
 * @returns the name of a group by the path that `node --test` gets for it
 */
export function writeEntries(groups: Groups, root: string, folder: string): Map<string, string> {
  return new Map(
    Object.entries(groups).map(([name, files], index) => {
      const entry = join(folder, `${String(index).padStart(3, '0')}-${name.replaceAll('/', '-')}.test.mjs`);
      const imports = files.map((file) => importing(file, root));
      writeFileSync(entry, [TEST, ...(files.length > 1 ? [LOADING, ...imports, 'loaded.resolve();'] : imports)].join('\n'));
      return [entry, name];
    }),
  );
}

/** Otherwise a process whose first files have ended their tests would end while the next one is still imported. */
const LOADING = `const loaded = Promise.withResolvers();
test('the files of this process are loaded', () => loaded.promise);`;
const TEST = `import { test } from 'node:test';`;

/** A file that cannot be imported fails as a test of its own, for which nothing waits; the files after it run. */
const importing = (file: string, root: string): string =>
  `await import('${pathToFileURL(join(root, file)).href}').catch((error) => { test('${file}', () => { throw error; }); });`;

/** Two, as each loads much the same modules, and a third of the files are of libs. */
const unitGroupOf = (file: string): string => (file.startsWith('libs/') ? 'unit-libs' : 'unit-others');
