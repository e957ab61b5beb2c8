import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { builtFolder } from './built.ts';

const KB = 1000;
const assets = join(builtFolder, 'assets');

/** The bytes that a browser fetches before somebody sees a screen, as the gateway sends them. */
describe('the weight of the console', () => {
  let sources: ReadonlyMap<string, string>;
  before(() => {
    assert.ok(existsSync(assets), 'The console is not built: run `npm run build -w console`.');
    sources = new Map(readdirSync(assets).map((name) => [name, readFileSync(join(assets, name), 'utf8')]));
  });

  const weightOf = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + gzipSync(sources.get(name)!, { level: 9 }).length, 0);
  const scriptsIn = (text: string, pattern: RegExp): string[] =>
    [...text.matchAll(pattern)].map((found) => found.groups!['name']!).filter((name) => sources.has(name));

  /** A script with all that it imports before it runs. */
  function withImports(name: string, found = new Set<string>()): Set<string> {
    if (found.has(name)) return found;
    found.add(name);
    for (const next of scriptsIn(sources.get(name)!, /(?:from|import)\s*["'`]\.\/(?<name>[\w.-]+\.js)["'`]/g)) withImports(next, found);
    return found;
  }

  function first(page = 'index.html'): Set<string> {
    const html = readFileSync(join(builtFolder, page), 'utf8');
    const names = scriptsIn(html, /\/assets\/(?<name>[\w.-]+\.js)/g);
    assert.ok(names.length > 0, html);
    return names.reduce((found, name) => withImports(name, found), new Set<string>());
  }

  test('the first script is at most 130 kB', () => {
    const weight = weightOf(first());
    assert.ok(weight <= 130 * KB, `it is ${weight} bytes`);
  });

  test('the scripts of the account pages are at most 95 kB', () => {
    const weight = weightOf(first('account.html'));
    assert.ok(weight <= 95 * KB, `they are ${weight} bytes`);
  });

  test('no screen has more than 40 kB of scripts of its own', () => {
    const shared = first();
    const screens = [...shared].flatMap((name) => scriptsIn(sources.get(name)!, /import\(\s*["'`]\.\/(?<name>[\w.-]+\.js)["'`]/g));
    assert.ok(screens.length >= 13, `there are ${screens.length}`);
    const weights = screens.map((name) => [name, weightOf([...withImports(name)].filter((one) => !shared.has(one)))] as const);
    assert.deepEqual(
      weights.filter(([, weight]) => weight > 40 * KB),
      [],
    );
  });

  test('all styles are at most 25 kB', () => {
    const weight = weightOf([...sources.keys()].filter((name) => name.endsWith('.css')));
    assert.ok(weight > 0 && weight <= 25 * KB, `they are ${weight} bytes`);
  });
});
