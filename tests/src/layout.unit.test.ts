import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, test } from 'node:test';

// Rules beyond the import rules (.dependency-cruiser.js): the number of files in a folder, their depth and their names.

const root = join(import.meta.dirname, '../..');
const MAX_FILES = 25;
const MAX_DEPTH = 2;
const MAX_SHARED_LINES = 10;

const find = (pattern: string): string[] =>
  globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') }).map((path) => path.replaceAll('\\', '/'));
const sources = find('{{libs,services}/*,console}/src/**/*.{ts,tsx}').filter((file) => !file.endsWith('.test.ts'));

/** Where a file is within the sources of its package. */
const partsInPackage = (file: string): string[] => file.split('/src/')[1]!.split('/');

/** The operations that a file exports, by name, with their lines: docstring and function, up to a blank line. */
const operationsIn = (file: string): [name: string, lines: number][] =>
  readFileSync(join(root, file), 'utf8')
    .split(/\n\n(?=\S)/)
    .flatMap((part) => {
      const name = /^export const (\w+): Operations\['\1'\]/m.exec(part)?.[1];
      return name === undefined ? [] : [[name, part.trim().split('\n').length] as [string, number]];
    });

/** The resources of a service: the declarations of src/resources/, and the tags of its document. */
const resourcesOf = (service: string, document: string): string[] => [
  ...find(`services/${service}/src/resources/*.ts`).map((file) => basename(file, '.ts')),
  ...[...readFileSync(join(root, `openapi/${document}.yaml`), 'utf8').matchAll(/tags: \[(.+)\]/g)].map(([, tag]) =>
    tag!.toLowerCase().replaceAll(' ', '-'),
  ),
];

/** The types of the events that services publish. */
const eventTypes = find('openapi/events/*.yaml').flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/^ {6}([a-z_]+\.[a-z_]+):/gm)].map(([, type]) => type!),
);

describe('layout of the source files', () => {
  test(`no folder has more than ${MAX_FILES} source files side by side`, () => {
    assert.ok(sources.length > 300, 'the sources are found');
    const folders = Object.groupBy(sources, (file) => dirname(file));
    for (const [folder, files = []] of Object.entries(folders)) assert.ok(files.length <= MAX_FILES, `${folder} has ${files.length} files`);
  });

  test(`folders of a package are at most ${MAX_DEPTH} deep`, () => {
    for (const file of sources) assert.ok(partsInPackage(file).length - 1 <= MAX_DEPTH, file);
  });

  test('every folder has its place in the order of .dependency-cruiser.js', async () => {
    const { folders } = (await import(join(root, '.dependency-cruiser.js'))) as { folders: Record<string, string[]> };
    for (const file of sources.filter((each) => !each.includes('/fixtures/') && partsInPackage(each).length > 1)) {
      const [, root = '', folder = ''] = /^(.+?\/src)\/([^/]+)\//.exec(file)!;
      const listed = Object.entries(folders).filter(([pattern]) => new RegExp(`^${pattern}$`).test(root));
      assert.ok(
        listed.some(([, names]) => names.includes(folder)),
        `${root}/${folder} is not listed`,
      );
    }
  });

  test(`an operation is in one file, named after it or, up to ${MAX_SHARED_LINES} lines, after its resource`, () => {
    const files = new Map<string, string>();
    for (const file of find('services/*/src/{operations,internal}/**/*.ts').filter((path) => !path.endsWith('.test.ts'))) {
      const [name, operations, [, service = '', , folder]] = [basename(file, '.ts'), operationsIn(file), file.split('/')] as const;
      const [document, isBelow] = [folder === 'internal' ? `internal/${service}` : service, partsInPackage(file).length > 2];
      const isResource = operations.length > 1 && resourcesOf(service, document).includes(name);
      assert.ok(isBelow ? operations.length === 0 : isResource || operations.map(([only]) => only).join() === name, `${file} is misnamed`);
      for (const [operation, lines] of operations) {
        assert.ok(!isResource || lines <= MAX_SHARED_LINES, `${operation} in ${file} has ${lines} lines`);
        assert.equal(files.get(`${document} ${operation}`), undefined, `${operation} is in ${file} too`);
        files.set(`${document} ${operation}`, file);
      }
    }
  });

  test('a file in consumers/ is named after the type of the events that it handles', () => {
    // All public facts share one handler.
    const sharedFiles = [
      'services/notifications/src/consumers/webhook-event-consumer.ts',
      'services/notifications/src/consumers/webhook-event-consumer.test.ts',
    ];
    for (const file of find('services/*/src/consumers/*.ts')) {
      const name = basename(file, '.ts').replace(/\.test$/, '');
      if (name !== 'index' && !sharedFiles.includes(file)) assert.ok(eventTypes.includes(name), `${file} is no type of event`);
    }
  });

  test('SQL beside the first schema is a numbered migration that migrations.ts names', () => {
    for (const file of find('services/*/src/**/*.sql').filter((path) => !path.endsWith('/src/schema.sql'))) {
      const [, folder, name] = /^(.+\/src)\/migrations\/(\d{3}-[a-z\d-]+)\.sql$/.exec(file) ?? assert.fail(file);
      assert.ok(readFileSync(join(root, `${folder}/migrations.ts`), 'utf8').includes(name!), `${file} is not named`);
    }
  });

  test('a file in resources/ declares a resource', () => {
    for (const file of find('services/*/src/resources/*.ts').filter((path) => !path.endsWith('.test.ts'))) {
      assert.match(readFileSync(join(root, file), 'utf8'), /\bresource<.+?>\(\)\(/s, `${file} declares none`);
    }
  });
});
