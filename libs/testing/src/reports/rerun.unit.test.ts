import assert from 'node:assert/strict';
import { test } from 'node:test';
import { total, type FileReport, type TestReport } from './report.ts';
import { rerunFailed } from './rerun.ts';

const passingReport = (passed: number): FileReport => ({ counts: { passed, failed: 0, skipped: 0 }, failures: [] });
const fails = (...failures: string[]): FileReport => ({ counts: { passed: 4, failed: failures.length, skipped: 0 }, failures });
const reportOf = (files: TestReport['files']): TestReport => ({ files, isComplete: true });

/** Runs again what failed; `second` says how a file ends then. */
async function outcomeOf(first: TestReport, second: (file: string) => TestReport) {
  const [lines, rerun]: [string[], string[]] = [[], []];
  const runAlone = (file: string): Promise<TestReport> => (rerun.push(file), Promise.resolve(second(file)));
  const counts = total(await rerunFailed(first, runAlone, (line) => lines.push(line)));
  return { counts, rerun, flaky: lines.filter((line) => line.startsWith('== flaky: ')) };
}
const holds = (file: string): TestReport => reportOf({ [file]: passingReport(6) });

test('a file that holds when it runs again counts as passed and is named as flaky', async () => {
  const first = reportOf({ 'a.test.ts': fails('prices › a race', 'another'), 'b.test.ts': passingReport(10) });
  const { counts, flaky } = await outcomeOf(first, holds);
  assert.deepEqual(counts, { passed: 16, failed: 0, skipped: 0 });
  assert.deepEqual(flaky, ['== flaky: a.test.ts › prices › a race (and 1 more)']);
});

test('a file that fails again stays failed, beside one that is flaky', async () => {
  const first = reportOf({ 'a.test.ts': fails('a race'), 'b.test.ts': fails('a fault') });
  const { counts, flaky } = await outcomeOf(first, (file) => (file === 'a.test.ts' ? holds(file) : reportOf({ [file]: fails('a fault') })));
  assert.equal(counts.failed, 1);
  assert.deepEqual(flaky, ['== flaky: a.test.ts › a race']);
});

test('a file whose second run breaks off stays failed', async () => {
  const { counts, flaky } = await outcomeOf(reportOf({ 'a.test.ts': fails('a race') }), () => ({ files: {}, isComplete: false }));
  assert.deepEqual([counts.failed, flaky], [1, []]);
});

test('a run that broke off, or failed outside of the files, stays failed', async () => {
  const { counts, rerun } = await outcomeOf({ files: { 'a.test.ts': fails('a race') }, isComplete: false }, holds);
  assert.deepEqual([counts.failed, rerun], [2, []]);
});

test('no file runs again when more than three failed', async () => {
  const first = reportOf(Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.test.ts`, fails('x')])));
  const { counts, rerun } = await outcomeOf(first, holds);
  assert.deepEqual([counts.failed, rerun], [4, []]);
});
