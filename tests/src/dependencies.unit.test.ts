import assert from 'node:assert/strict';
import { globSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Every package that the workspace's manifests name, with its version; our own left out. */
function dependencies(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const file of [
    'package.json',
    ...globSync('{libs,services}/*/package.json', { cwd: root }),
    'console/package.json',
    'portal/package.json',
    'tests/package.json',
    'bench/package.json',
  ]) {
    const manifest = JSON.parse(readFileSync(join(root, file), 'utf8')) as Manifest;
    for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
      if (!name.startsWith('@partner-ordering/')) found.set(name, (found.get(name) ?? new Set()).add(version));
    }
  }
  return found;
}

test('each dependency is pinned to one exact version in the whole workspace', () => {
  for (const [name, versions] of dependencies()) {
    assert.equal(versions.size, 1, `${name}: ${[...versions].join(', ')}`);
    assert.match([...versions][0]!, /^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/, name);
  }
});

test('tsc is the native compiler, though another package has a program of that name', () => {
  // Where `npm install` adds typescript-5.9 to an installation, npm links its `tsc`.
  assert.match(realpathSync(join(root, 'node_modules/.bin/tsc')), /@typescript\/native/, 'run npm rebuild');
});

test('each package of the lockfile has the hash of its content', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { link?: boolean; integrity?: string }>;
  };
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  const unlocked = installed.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  assert.deepEqual(
    unlocked.map(([path]) => path),
    [],
  );
  assert.ok(installed.length > 500);
});

test('docs/developers/dependencies.md explains each dependency and no other', () => {
  const rows = readFileSync(join(root, 'docs/developers/dependencies.md'), 'utf8').matchAll(/^\| `([^`]+)` +\| (\S+)/gm);
  const explained = [...rows].map(([, name]) => name!);
  assert.deepEqual(explained.toSorted(), [...dependencies().keys()].toSorted());
});
