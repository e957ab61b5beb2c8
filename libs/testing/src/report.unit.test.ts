import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { REPORT_VARIABLE } from './reporter.ts';
import type { TestReport } from './report.ts';

const FILES = {
  'shared.test.mjs': `
    import { test } from 'node:test';
    test('holds but for who imports it', () => { if (!process.argv[1].endsWith('shared.test.mjs')) throw new Error('imported'); });`,
  'imports.test.mjs': `
    import { describe, test } from 'node:test';
    import './shared.test.mjs';
    describe('a suite', () => { test('fails', () => { throw new Error('x'); }); test('passes', () => {}); test('is skipped', { skip: true }, () => {}); });`,
  'dies.test.mjs': 'process.exit(3);',
  'hook.test.mjs': `
    import { after, test } from 'node:test';
    after(() => { throw new Error('x'); });
    test('passes', () => {});`,
};

test('a failure belongs to the file that ran, also when its process died or an imported test failed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'partner-ordering-report-'));
  try {
    const paths = Object.keys(FILES).map((name) => join(folder, name));
    await Promise.all(paths.map((path) => writeFile(path, FILES[basename(path) as keyof typeof FILES])));
    const reporter = [`--test-reporter=${join(import.meta.dirname, 'reporter.ts')}`, '--test-reporter-destination=stdout'];
    const env: NodeJS.ProcessEnv = { ...process.env, [REPORT_VARIABLE]: join(folder, 'report.json') };
    delete env['NODE_TEST_CONTEXT'];
    const runner = spawn(process.execPath, ['--test', '--test-concurrency=2', ...reporter, ...paths], { env, stdio: 'ignore' });
    await once(runner, 'exit');

    const { counts, failedFiles } = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as TestReport;
    assert.deepEqual(counts, { passed: 3, failed: 4, skipped: 1 });
    assert.deepEqual(
      failedFiles.map((failed) => ({ ...failed, file: basename(failed.file) })).sort((one, other) => one.file.localeCompare(other.file)),
      [
        { file: 'dies.test.mjs', counts: { passed: 0, failed: 1, skipped: 0 }, titles: [] },
        { file: 'hook.test.mjs', counts: { passed: 1, failed: 1, skipped: 0 }, titles: [] },
        {
          file: 'imports.test.mjs',
          counts: { passed: 1, failed: 2, skipped: 1 },
          titles: ['holds but for who imports it', 'a suite › fails'],
        },
      ],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
