import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupsOf } from './groups.ts';

test('files of a service, a lib and a folder of tests/src share a process; those of other tiers, and those right in tests/src, have one each', () => {
  const files = [
    'libs/data/src/a.test.ts',
    'services/billing/src/b.test.ts',
    'services/billing/src/jobs/c.test.ts',
    'services/billing/src/d.stress.test.ts',
    'tests/src/e.test.ts',
    'tests/src/stories/f.test.ts',
  ];
  assert.deepEqual(groupsOf(files), {
    'libs/data': ['libs/data/src/a.test.ts'],
    'services/billing': ['services/billing/src/b.test.ts', 'services/billing/src/jobs/c.test.ts'],
    'services/billing/src/d.stress.test.ts': ['services/billing/src/d.stress.test.ts'],
    'tests/src/e.test.ts': ['tests/src/e.test.ts'],
    'tests/src/stories': ['tests/src/stories/f.test.ts'],
  });
});

test('unit tests of libs share a process, and all others another', () => {
  const folders = ['libs/data', 'libs/http', 'services/billing/src', 'openapi'];
  assert.deepEqual(groupsOf(folders.map((folder) => `${folder}/a.unit.test.ts`)), {
    'unit-libs': ['libs/data/a.unit.test.ts', 'libs/http/a.unit.test.ts'],
    'unit-others': ['services/billing/src/a.unit.test.ts', 'openapi/a.unit.test.ts'],
  });
});
