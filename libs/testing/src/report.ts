import type { TestEvent } from 'node:test/reporters';

/** How many tests of a run passed, failed and were skipped. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** A test file with a failure. */
export interface FailedFile {
  /** Its absolute path. */
  file: string;
  counts: Counts;
  /** `suite › test` of each failed test; none when the file failed as a whole. */
  titles: string[];
}

export interface TestReport {
  counts: Counts;
  failedFiles: FailedFile[];
}

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 };

/**
 * Collects the events of `node --test`. It sends those of a file together, and after them the file's summary, or a failure with the file's
 * name if its process died. A test belongs to the file that ran, which may have imported the one where the test is written.
 */
export function testReport(): { take(event: TestEvent): void; end(): TestReport } {
  let total: Counts = { ...NOTHING, failed: 1 }; // a run that breaks off has no summary
  const failedFiles = new Map<string, FailedFile>();
  const path: string[] = [];
  let [counts, titles]: [Counts, string[]] = [{ ...NOTHING }, []];
  function endFile(file: string): void {
    const known = failedFiles.get(file);
    if (known) known.counts = sum(known.counts, counts);
    else if (counts.failed > 0) failedFiles.set(file, { file, counts, titles });
    [counts, titles] = [{ ...NOTHING }, []];
  }
  function take({ type, data }: TestEvent): void {
    if (type === 'test:start') path.splice(data.nesting, Infinity, data.name);
    else if (type === 'test:summary' && data.file === undefined) total = summed(data.counts);
    else if (type === 'test:summary') endFile(data.file!);
    else if (type === 'test:pass' || type === 'test:fail') {
      if (data.details.type === 'suite') return;
      if (type === 'test:pass') counts[isSkipped(data) ? 'skipped' : 'passed']++;
      else {
        counts.failed++;
        if (isFile(data)) endFile(data.file!);
        else titles.push([...path.slice(0, data.nesting), data.name].join(' › '));
      }
    }
  }
  return { take, end: () => ({ counts: total, failedFiles: [...failedFiles.values()] }) };
}

const isSkipped = ({ skip, todo }: { skip?: string | boolean; todo?: string | boolean }): boolean =>
  [skip, todo].some((mark) => mark !== undefined && mark !== false);

const isFile = ({ name, file, nesting }: { name: string; file?: string; nesting: number }): boolean =>
  nesting === 0 && name.includes('.test.') && file !== undefined && file.endsWith(name);

export const sum = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  skipped: one.skipped + other.skipped,
});

function summed(counts: { passed: number; skipped: number; todo: number; tests: number }): Counts {
  const skipped = counts.skipped + counts.todo;
  return { passed: counts.passed, failed: counts.tests - counts.passed - skipped, skipped };
}
