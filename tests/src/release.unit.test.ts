import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const manifest = (file: string): Record<string, string> => JSON.parse(read(file)) as Record<string, string>;
const { version } = manifest('package.json') as { version: string };

test("every package, document and image and the chart's release have the version of the workspace", () => {
  const packages = globSync(['{libs,services}/*/package.json', '{tests,bench,console}/package.json'], { cwd: root });
  assert.ok(packages.length > 20, `${packages.length} packages`);
  const documents = globSync('openapi/{,events/,internal/}*.yaml', { cwd: root }).filter((file) => /^info:/m.test(read(file)));
  assert.ok(documents.length > 20, `${documents.length} documents`);
  const { appVersion } = parse(read('charts/partner-ordering/Chart.yaml')) as { appVersion: string };
  const versions: [string, string | undefined][] = [
    ...packages.map((file): [string, string | undefined] => [file, manifest(file)['version']]),
    ['Dockerfile', /^ARG VERSION=(.*)$/m.exec(read('Dockerfile'))?.[1]],
    ['Chart.yaml', appVersion],
    ...documents.map((file): [string, string | undefined] => [file, /^  version: (.*)$/m.exec(read(file))?.[1]]),
  ];
  assert.deepEqual(
    versions.filter(([, stated]) => stated !== version),
    [],
  );
});

test('pages for a release name no version, so that no release changes them', () => {
  const texts = globSync(['docs/operators/kubernetes.md', 'charts/*/README.md', 'charts/examples/*.{md,yaml}', 'libs/client/README.md'], {
    cwd: root,
  });
  assert.ok(texts.length > 4, texts.join());
  assert.deepEqual(
    texts.filter((file) => read(file).includes(version)),
    [],
  );
});
