import { resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** The numbers of passed, failed and skipped tests. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface FileReport {
  counts: Counts;
  /** `suite › test` of each failure; `its process` for a process that died, the file's path for a hook outside of suites. */
  failures: string[];
}

export interface TestReport {
  /** By the path of the module that `writeEntries` made, which imports the files where the tests are written. */
  files: Record<string, FileReport>;
  /** Whether the run came to its end, and nothing failed outside of the files. */
  isComplete: boolean;
}

/** The runner tells this of all events of a test file, but for the failure of a process that died. `@types/node` lacks it. */
interface FromFile {
  name: string;
  nesting: number;
  file?: string;
  entryFile?: string;
}

/** Collects the events of `node --test`. */
export function testReport(): { take(event: TestEvent): void; end(): TestReport } {
  const files: TestReport['files'] = {};
  const paths = new Map<string, string[]>();
  let isComplete = false;
  function take({ type, data }: TestEvent): void {
    if (type === 'test:summary') isComplete ||= data.file === undefined;
    if (type !== 'test:start' && type !== 'test:pass' && type !== 'test:fail') return;
    const { name, nesting, file = 'no file', entryFile = file }: FromFile = data;
    const path = paths.get(entryFile) ?? [];
    const title = resolve(name) === entryFile ? 'its process' : name;
    if (type === 'test:start') return void paths.set(entryFile, [...path.slice(0, nesting), title]);
    const { counts, failures } = (files[entryFile] ??= { counts: { passed: 0, failed: 0, skipped: 0 }, failures: [] });
    if (type === 'test:fail' && data.todo === undefined) {
      if (isOfItsTests(data.details)) return;
      counts.failed++;
      failures.push([...path.slice(0, nesting), title].join(' › '));
    } else if (data.details.type !== 'suite') {
      counts[isSkipped(data) ? 'skipped' : 'passed']++;
    }
  }
  return { take, end: () => ({ files, isComplete }) };
}

/** Whether a suite failed only because one of its tests did, which was counted. */
const isOfItsTests = ({ type, error }: { type?: string; error: Error }): boolean =>
  type === 'suite' && (error as Error & { failureType?: string }).failureType === 'subtestsFailed';

const isSkipped = ({ skip, todo }: { skip?: string | boolean; todo?: string | boolean }): boolean =>
  [skip, todo].some((mark) => mark !== undefined && mark !== false);

export const failedFiles = ({ files }: TestReport): [string, FileReport][] =>
  Object.entries(files).filter(([, { counts }]) => counts.failed > 0);

/** The sum over the files. A run that broke off counts as one failure more. */
export function total({ files, isComplete }: TestReport): Counts {
  const sum = { passed: 0, failed: isComplete ? 0 : 1, skipped: 0 };
  for (const { counts } of Object.values(files)) {
    sum.passed += counts.passed;
    sum.failed += counts.failed;
    sum.skipped += counts.skipped;
  }
  return sum;
}
