import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FailedFile, TestReport } from './report.ts';
import { rerunFailed } from './rerun.ts';

const failedFile = (file: string, ...titles: string[]): FailedFile => ({
  file,
  counts: { passed: 4, failed: Math.max(1, titles.length), skipped: 0 },
  titles,
});
const reportOf = (...failedFiles: FailedFile[]): TestReport => ({
  counts: { passed: 100, failed: failedFiles.reduce((all, { counts }) => all + counts.failed, 0), skipped: 2 },
  failedFiles,
});
const holds: TestReport = { counts: { passed: 5, failed: 0, skipped: 0 }, failedFiles: [] };
const failsAgain: TestReport = { counts: { passed: 4, failed: 1, skipped: 0 }, failedFiles: [] };

/** Runs again what failed; `second` says how a file ends then. */
async function outcomeOf(first: TestReport, second: (file: string) => TestReport) {
  const [lines, files]: [string[], string[]] = [[], []];
  const runAlone = (file: string): Promise<TestReport> => (files.push(file), Promise.resolve(second(file)));
  const counts = await rerunFailed(first, runAlone, (line) => lines.push(line));
  return { counts, files, flaky: lines.filter((line) => line.startsWith('== flaky: ')) };
}

test('a file that holds when it runs again counts as passed and is named as flaky', async () => {
  const { counts, flaky } = await outcomeOf(reportOf(failedFile('a.test.ts', 'prices › a race', 'another')), () => holds);
  assert.deepEqual(counts, { passed: 101, failed: 0, skipped: 2 });
  assert.deepEqual(flaky, ['== flaky: a.test.ts › prices › a race (and 1 more)']);
});

test('a file that fails again stays failed and is not flaky', async () => {
  const first = reportOf(failedFile('a.test.ts', 'a race'), failedFile('b.test.ts', 'a fault'));
  const { counts, flaky } = await outcomeOf(first, (file) => (file === 'a.test.ts' ? holds : failsAgain));
  assert.deepEqual(counts, { passed: 101, failed: 1, skipped: 2 });
  assert.deepEqual(flaky, ['== flaky: a.test.ts › a race']);
});

test('a file whose process died runs again', async () => {
  const { counts, flaky } = await outcomeOf(reportOf(failedFile('a.test.ts')), () => holds);
  assert.equal(counts.failed, 0);
  assert.deepEqual(flaky, ['== flaky: a.test.ts › the file as a whole']);
});

test('no file runs again when more than three failed', async () => {
  const { counts, files } = await outcomeOf(
    reportOf(...['a', 'b', 'c', 'd'].map((name) => failedFile(`${name}.test.ts`, 'x'))),
    () => holds,
  );
  assert.deepEqual(files, []);
  assert.equal(counts.failed, 4);
});
