import assert from 'node:assert/strict';
import { cpSync, globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { runCommand } from './program.ts';

const root = join(import.meta.dirname, '../..');
const config = join(root, '.dependency-cruiser.js');
const tree = mkdtempSync(join(tmpdir(), 'partner-ordering-imports-'));
after(() => rmSync(tree, { recursive: true }));

/** Each is a file and what it imports. */
const refused = [
  'libs/kernel/src/a.ts ← @partner-ordering/data',
  'libs/kernel/src/b.ts ← ../../data/src/index.ts',
  'libs/data/src/a.ts ← @partner-ordering/testing',
  'libs/data/src/b.ts ← @partner-ordering/data',
  'libs/data/src/a.test.ts ← @partner-ordering/http',
  'libs/data/src/resources/a.ts ← ../reads/c.ts',
  'libs/data/src/reads/a.ts ← ../index.ts',
  'libs/http/src/a.ts ← @partner-ordering/service',
  'libs/client/src/a.test.ts ← @partner-ordering/testing',
  'libs/testing/src/a.ts ← @partner-ordering/billing',
  'services/billing/src/a.ts ← @partner-ordering/catalog',
  'services/billing/src/b.ts ← @partner-ordering/embedded-postgres',
  'services/billing/src/a.test.ts ← @partner-ordering/catalog',
  'services/billing/src/domain/a.ts ← ../operations/c.ts',
  'services/billing/src/domain/b.ts ← ../../../catalog/generated/models.ts',
  'services/standalone/src/a.ts ← @partner-ordering/testing',
  'console/src/a.ts ← @partner-ordering/data',
  'portal/guides/a.ts ← @partner-ordering/data',
  'openapi/tools/a.ts ← @partner-ordering/billing',
  'workspace/b.ts ← ../libs/kernel/src/index.ts',
  'containers/a.ts ← @partner-ordering/kernel',
  'tests/src/a.ts ← ../../services/billing/src/index.ts',
  'bench/src/a.ts ← ../../workspace/c.ts',
];
const allowed = [
  'libs/data/src/d.ts ← @partner-ordering/kernel',
  'libs/data/src/d.test.ts ← @partner-ordering/testing',
  'libs/data/src/reads/d.ts ← ../resources/c.ts',
  'services/billing/src/d.ts ← @partner-ordering/http',
  'services/billing/src/operations/d.ts ← ../domain/c.ts',
  'services/standalone/src/d.ts ← @partner-ordering/billing',
  'openapi/tools/d.ts ← ../../workspace/c.ts',
  'tests/src/d.ts ← @partner-ordering/billing',
];

function write(path: string, text = ''): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true });
  writeFileSync(join(tree, path), text);
}

test('refused are imports against the order of packages and folders, and other packages by a path', async () => {
  cpSync(join(root, 'tsconfig.base.json'), join(tree, 'tsconfig.base.json'));
  mkdirSync(join(tree, 'node_modules/@partner-ordering'), { recursive: true });
  for (const folder of globSync('{libs,services}/*', { cwd: root })) {
    write(`${folder}/package.json`, JSON.stringify({ exports: './src/index.ts' }));
    write(`${folder}/src/index.ts`);
    symlinkSync(join(tree, folder), join(tree, 'node_modules/@partner-ordering', basename(folder)));
  }
  for (const [file = '', imported = ''] of [...refused, ...allowed].map((line) => line.split(' ← '))) {
    if (imported.startsWith('.')) write(join(dirname(file), imported));
    write(file, `import '${imported}';`);
  }
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const folders = ['libs', 'services', 'console', 'portal', 'openapi', 'workspace', 'containers', 'tests', 'bench'];
  const cruise = runCommand(process.execPath, [program, '--config', config, '--output-type', 'json', ...folders], {}, tree);
  await cruise.ended;
  const { modules } = JSON.parse(cruise.stdout()) as { modules: { source: string; dependencies: { module: string; valid: boolean }[] }[] };
  const linesOf = (isValid: boolean) =>
    modules.flatMap(({ source, dependencies }) =>
      dependencies.filter(({ valid }) => valid === isValid).map(({ module }) => `${source} ← ${module}`),
    );
  assert.deepEqual(linesOf(false).toSorted(), refused.toSorted());
  assert.deepEqual(linesOf(true).toSorted(), allowed.toSorted());
});

test('every lib has its place in the order of .dependency-cruiser.js', async () => {
  const { imports } = (await import(config)) as { imports: Record<string, string[]> };
  assert.deepEqual(
    globSync('libs/*', { cwd: root }).filter((lib) => !(lib in imports)),
    [],
  );
});
