import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { serviceNames, urlVariable } from '@partner-ordering/kernel';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const sources = globSync('{libs,services}/*/src/**/*.ts', { cwd: root, exclude: (path) => path.includes('node_modules') })
  .filter((file) => !/\.test\.ts$|fixtures/.test(file))
  .map(read);
const documented = [...read('docs/operators/configuration.md').matchAll(/^\| (`[A-Z][A-Z\d_`, ]+`) +\|/gm)].flatMap(([, names]) =>
  [...names!.matchAll(/[A-Z\d_]+/g)].map(([name]) => name),
);

describe('docs/operators/configuration.md', () => {
  test('has every variable that a program reads', () => {
    const specs = sources.filter((text) => /\breadVariables\b|from 'envalid'|'OTEL_/.test(text));
    const names = specs.flatMap((text) => [
      ...[...text.matchAll(/^\s+([A-Z][A-Z\d_]+): \w+\(/gm)].map(([, name]) => name!),
      ...[...text.matchAll(/[:(] ?'([A-Z]+(?:_[A-Z\d]+)+)'/g)].map(([, name]) => name!),
    ]);
    assert.ok(names.length > 60);
    assert.deepEqual([...new Set(names)].filter((name) => !documented.includes(name)), []); // oxfmt-ignore
  });

  test('has no variable that no program reads', () => {
    const text = sources.join('\n');
    const urls: string[] = serviceNames.map(urlVariable);
    assert.deepEqual(documented.filter((name) => !urls.includes(name) && !new RegExp(`\\b${name}\\b`).test(text)), []); // oxfmt-ignore
  });
});
