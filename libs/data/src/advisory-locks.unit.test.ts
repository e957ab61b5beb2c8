import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { advisoryLockClasses, advisoryLocks, advisoryLockSeeds } from './advisory-locks.ts';

const root = join(import.meta.dirname, '../../..');
const numbers = (names: Record<string, number>): number[] => Object.values(names);
const registered = new Set([advisoryLocks, advisoryLockClasses, advisoryLockSeeds].flatMap(numbers));
/** Numbers in a call, and constants whose name says that they are a lock's key. */
const calls = /pg_(?:try_)?advisory\w*\((?:(\d+)|hashtextextended\([^;\n]*?, (\d+)\))/g;
const constants = /\b\w*LOCKS? = ([\d_]+);/g;

test('no two advisory locks of one kind have the same key', () => {
  for (const keys of [advisoryLocks, advisoryLockClasses, advisoryLockSeeds])
    assert.equal(new Set(numbers(keys)).size, numbers(keys).length);
});

test('the register has every key of an advisory lock that stands in a source', () => {
  const sources = globSync('{libs,services}/*/src/**/*.ts', { cwd: root }).filter(
    (file) => !/\.(test|suite)\.ts$|^libs\/testing\//.test(file),
  );
  const found = sources.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return [...text.matchAll(calls), ...text.matchAll(constants)].map(([, ...keys]) => ({
      file,
      key: Number(keys.join('').replaceAll('_', '')),
    }));
  });
  assert.ok(found.length > 2);
  assert.deepEqual(
    found.filter(({ key }) => !registered.has(key)),
    [],
  );
});
