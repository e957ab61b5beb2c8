import { sum, type Counts, type FailedFile, type TestReport } from './report.ts';

/** With more failed files than this the code is broken rather than a test flaky. CI allows as many flaky files. */
export const MOST_FLAKY_FILES = 3;

/**
 * Runs each failed file once more, alone. One that holds then counts as passed, and is named in a line `== flaky: FILE › title`. Unit
 * tests wait for nothing; they are not run again.
 * @param runAlone runs one file, with the same setup
 * @param show prints a line
 */
export async function rerunFailed(
  first: TestReport,
  runAlone: (file: string) => Promise<TestReport>,
  show: (line: string) => void,
): Promise<Counts> {
  const failed = first.failedFiles;
  if (failed.length > MOST_FLAKY_FILES) {
    show(`${failed.length} files failed: too many to try again`);
    return first.counts;
  }
  let { counts } = first;
  const flaky: FailedFile[] = [];
  for (const one of failed) {
    show(`== again, alone: ${one.file}`);
    const again = await runAlone(one.file);
    if (again.counts.failed > 0) continue;
    counts = sum(less(counts, one.counts), again.counts);
    flaky.push(one);
  }
  for (const { file, titles } of flaky) show(`== flaky: ${file} › ${shown(titles)}`);
  return counts;
}

const less = (all: Counts, part: Counts): Counts => ({
  passed: all.passed - part.passed,
  failed: all.failed - part.failed,
  skipped: all.skipped - part.skipped,
});

function shown([title, ...others]: string[]): string {
  if (title === undefined) return 'the file as a whole';
  return others.length === 0 ? title : `${title} (and ${others.length} more)`;
}
