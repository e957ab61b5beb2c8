import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { total, type TestReport } from './report.ts';
import { writeEntries } from '../groups.ts';
import { REPORT_VARIABLE } from './reporter.ts';

const FILES: Record<string, string> = {
  'shared.test.mjs': `
    import { test } from 'node:test';
    test('holds but for who imports it', () => { if (!process.argv[1].includes('shared')) throw new Error('imported'); });`,
  'imports.test.mjs': `
    import { describe, test } from 'node:test';
    import './shared.test.mjs';
    describe('a suite', () => {
      test('fails', () => { throw new Error('x'); });
      test('passes', () => {});
      test('skipped', { skip: true }, () => {});
      test('to do', { todo: true }, () => { throw new Error('x'); });
    });`,
  'dies.test.mjs': 'process.exit(3);',
  'leaves.test.mjs': `
    import { test } from 'node:test';
    test('ends its process', () => process.exit(0));
    test('never runs', () => {});`,
  'hook.test.mjs': `
    import { after, test } from 'node:test';
    after(() => { throw new Error('x'); });
    test('passes', () => {});`,
  'group/broken.mjs': `import './missing.mjs';`,
  'group/holds.mjs': `import { test } from 'node:test'; test('holds', () => {});`,
  'hook-of-suite.test.mjs': `
    import { after, describe, test } from 'node:test';
    describe('a suite', () => { after(() => { throw new Error('x'); }); test('passes', () => {}); });`,
  'suite.test.mjs': `
    import { describe } from 'node:test';
    describe('a suite', () => { throw new Error('x'); });`,
};

test('each failure belongs to the file that ran, even one of a hook, an import or a process that ended', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'partner-ordering-report-'));
  try {
    await mkdir(join(folder, 'group'));
    await Promise.all(Object.entries(FILES).map(([name, text]) => writeFile(join(folder, name), text)));
    const groups = Map.groupBy(Object.keys(FILES), (name) => (dirname(name) === '.' ? name : dirname(name)));
    const entries = writeEntries(Object.fromEntries(groups), folder, folder);
    const reporter = [`--test-reporter=${join(import.meta.dirname, 'reporter.ts')}`, '--test-reporter-destination=stdout'];
    const leakGuard = `--import=${join(import.meta.dirname, '../leak-guard.ts')}`;
    const env: NodeJS.ProcessEnv = { ...process.env, [REPORT_VARIABLE]: join(folder, 'report.json') };
    delete env['NODE_TEST_CONTEXT'];
    const runner = spawn(process.execPath, ['--test', '--test-concurrency=2', leakGuard, ...reporter, ...entries.keys()], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    await once(runner, 'exit');

    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as TestReport;
    const found = Object.entries(report.files).map(([path, { counts, failures }]) => [
      entries.get(path),
      [counts.passed, counts.failed, counts.skipped],
      failures,
    ]);
    assert.deepEqual(found.toSorted(), [
      ['dies.test.mjs', [0, 1, 0], ['its process']],
      ['group', [2, 1, 0], ['group/broken.mjs']],
      ['hook-of-suite.test.mjs', [1, 1, 0], ['a suite']],
      ['hook.test.mjs', [1, 1, 0], [join(folder, 'hook.test.mjs')]],
      ['imports.test.mjs', [1, 2, 2], ['holds but for who imports it', 'a suite › fails']],
      ['leaves.test.mjs', [0, 1, 0], ['its process']],
      ['shared.test.mjs', [1, 0, 0], []],
      ['suite.test.mjs', [0, 1, 0], ['a suite']],
    ]);
    assert.deepEqual(total(report), { passed: 6, failed: 8, skipped: 2 });
  } finally {
    await rm(folder, { recursive: true });
  }
});
