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
const text = sources.join('\n');
const page = read('docs/operators/configuration.md');
const documented = [...page.matchAll(/^\| (`[A-Z][A-Z\d_`, ]+`) +\|/gm)].flatMap(([, names]) =>
  [...names!.matchAll(/[A-Z\d_]+/g)].map(([name]) => name),
);

/** The rows of the tables by their cells: those of `npm start`, and those of a service. */
const [standaloneRows, serviceRows] = page.split('\n## Each service ').map((part) => part.split('\n').map((line) => line.split(/ +\| /)));

/** The table's cell with a variable's default. */
function defaultCell(file: string, name: string): string {
  const rows = file.startsWith('services/standalone/') ? standaloneRows : serviceRows;
  return rows!.find(([names]) => names!.startsWith('| `') && names!.includes(`\`${name}\``))?.at(-2) ?? 'no row';
}

/** The number of a constant or field in the sources: 30 for `DUE_DAYS`, where one says `DUE_DAYS = 30;`. */
function numberOf(name: string): string | undefined {
  const [, constantName] = /^(?:\w+\.)?([A-Za-z]\w+)$/.exec(name) ?? [];
  return constantName && new RegExp(`\\b${constantName}(?: =|:) ([\\d_]+)[;,]`).exec(text)?.[1];
}

/** The table's form of a default of the sources. Empty for an absent or computed one, which the table describes in words. */
function tableForms(value: string): string[] {
  if (value === 'isProduction') return ['`false`', '`true` in production'];
  if (value === '!isProduction') return ['`true`', '`false` in production'];
  const [, inProduction, elsewhere] = /^isProduction \? (.+) : (.+)$/.exec(value) ?? [];
  if (inProduction && elsewhere) return [...tableForms(elsewhere), ...tableForms(inProduction).map((text) => `${text} in production`)];
  const literal = numberOf(value) ?? value;
  return /^('.+'|\d[\d_]*|true|false)$/.test(literal) ? [`\`${literal.replaceAll(/^'|'$|_(?=\d)/g, '')}\``] : [];
}

describe('the page docs/operators/configuration.md', () => {
  test('the page has every variable that a program reads', () => {
    const specs = sources.filter((text) => /\breadVariables\b|from 'envalid'|'OTEL_/.test(text));
    const names = specs.flatMap((text) => [
      ...[...text.matchAll(/^\s+([A-Z][A-Z\d_]+): \w+\(/gm)].map(([, name]) => name!),
      ...[...text.matchAll(/[:(] ?'([A-Z]+(?:_[A-Z\d]+)+)'/g)].map(([, name]) => name!),
    ]);
    assert.ok(names.length > 60);
    assert.deepEqual(
      [...new Set(names)].filter((name) => !documented.includes(name)),
      [],
    );
  });

  test('the page has the defaults of the sources', () => {
    const spec = /\b([A-Z][A-Z\d_]+): (?:logLevel\((.+?)\)|\w+(?:\([^()]*\))?\(\{ .*?\bdefault: (.+?) \}\))/g;
    const specs = files.flatMap((file) =>
      [...read(file).matchAll(spec)].map(([, name, level, value]) => ({
        name: name!,
        value: (level ?? value)!,
        cell: defaultCell(file, name!),
      })),
    );
    const expected = specs.flatMap(({ name, value, cell }) => tableForms(value).map((text) => ({ name, text, cell })));
    assert.ok(expected.length > 35, `${expected.length} defaults`);
    for (const { name, text, cell } of expected) assert.ok(cell.includes(text), `${name}: ${text} is not in: ${cell}`);
  });

  test("the page has the gateway's default limits", () => {
    const file = 'services/gateway/src/process/environment.ts';
    const limits = [...read(file).matchAll(/^ {2}(\w+): '([A-Z_]+)',$/gm)];
    assert.ok(limits.length > 8);
    const config = read('services/gateway/src/config.ts');
    for (const [, field, name] of limits) {
      const found = [...config.matchAll(new RegExp(`\\b${field}: ([\\d_]+),`, 'g'))].map(([, number]) => number!.replaceAll('_', ''));
      const [inProduction, outside] = found;
      const expected = `\`${inProduction}\`` + (outside ? `; \`${outside}\` outside production` : '');
      assert.equal(defaultCell(file, name!), expected, name);
    }
  });

  test('the page has no variable that no program reads', () => {
    const urls: string[] = serviceNames.map(urlVariable);
    assert.deepEqual(
      documented.filter((name) => !urls.includes(name) && !new RegExp(`\\b${name}\\b`).test(text)),
      [],
    );
  });
});
