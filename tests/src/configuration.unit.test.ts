import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { serviceNames, urlVariable } from '@partner-ordering/kernel';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const files = globSync('{libs,services}/*/src/**/*.ts', { cwd: root, exclude: (path) => path.includes('node_modules') }).filter(
  (file) => !/\.test\.ts$|fixtures/.test(file),
);
const sources = files.map(read);
const page = read('docs/operators/configuration.md');
const documented = [...page.matchAll(/^\| (`[A-Z][A-Z\d_`, ]+`) +\|/gm)].flatMap(([, names]) =>
  [...names!.matchAll(/[A-Z\d_]+/g)].map(([name]) => name),
);

/** The table's cell with a variable's default. `npm start` has a table of its own. */
function defaultCell(file: string, name: string): string {
  const [ofStandalone, ofServices] = page.split('\n## Each service ');
  const rows = (file.startsWith('services/standalone/') ? ofStandalone : ofServices)!.split('\n').map((line) => line.split(/ +\| /));
  return rows.find(([names]) => names!.startsWith('| `') && names!.includes(`\`${name}\``))?.at(-2) ?? 'no row';
}

const BY_ENVIRONMENT: Readonly<Record<string, string>> = {
  isProduction: 'isProduction ? true : false',
  '!isProduction': 'isProduction ? false : true',
};

/** How the table writes a default of the sources. Nothing for one that is empty or computed, which it puts into words. */
function written(value: string): string[] {
  const [, inside, outside] = /^isProduction \? (.+) : (.+)$/.exec(BY_ENVIRONMENT[value] ?? value) ?? [];
  if (inside && outside) return [...written(outside), ...written(inside).map((text) => `${text} in production`)];
  const [, constant] = /^(?:\w+\.)?([A-Za-z]\w+)$/.exec(value) ?? [];
  const literal = (constant && new RegExp(`\\b${constant}(?: =|:) ([\\d_]+)[;,]`).exec(sources.join('\n'))?.[1]) ?? value;
  return /^('.+'|\d[\d_]*|true|false)$/.test(literal) ? [`\`${literal.replaceAll(/^'|'$|_(?=\d)/g, '')}\``] : [];
}

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

  test('has the defaults of the sources', () => {
    const spec = /\b([A-Z][A-Z\d_]+): (?:logLevel\((.+?)\)|\w+(?:\([^()]*\))?\(\{ .*?\bdefault: (.+?) \}\))/g;
    const specs = files.flatMap((file) =>
      [...read(file).matchAll(spec)].map(([, name, level, value]) => ({
        name: name!,
        value: (level ?? value)!,
        cell: defaultCell(file, name!),
      })),
    );
    assert.ok(specs.length > 50, `${specs.length} specs`);
    for (const { name, value, cell } of specs)
      for (const text of written(value)) assert.ok(cell.includes(text), `${name}: ${text} is not in: ${cell}`);
  });

  test("has the gateway's default limits", () => {
    const file = 'services/gateway/src/process/environment.ts';
    const limits = [...read(file).matchAll(/^ {2}(\w+): '([A-Z_]+)',$/gm)];
    assert.ok(limits.length > 8);
    for (const [, field, name] of limits)
      for (const [, number] of read('services/gateway/src/config.ts').matchAll(new RegExp(`\\b${field}: ([\\d_]+),`, 'g')))
        assert.ok(defaultCell(file, name!).includes(`\`${number!.replaceAll('_', '')}\``), `${name}: ${number}`);
  });

  test('has no variable that no program reads', () => {
    const text = sources.join('\n');
    const urls: string[] = serviceNames.map(urlVariable);
    assert.deepEqual(documented.filter((name) => !urls.includes(name) && !new RegExp(`\\b${name}\\b`).test(text)), []); // oxfmt-ignore
  });
});
