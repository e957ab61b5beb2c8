import { failedFiles, type TestReport } from './report.ts';

/** When more files fail, the code is broken rather than a test flaky. */
const MOST_FILES_TO_RERUN = 3;

/**
 * Runs each failed file once more, alone, and answers the report with what it then did. A file that holds is named in a line
 * `== flaky: FILE › title`.
 * @param runAlone runs one file, with the same setup
 * @param show prints a line
 */
export async function rerunFailed(
  first: TestReport,
  runAlone: (file: string) => Promise<TestReport>,
  show: (line: string) => void,
): Promise<TestReport> {
  const failed = failedFiles(first);
  if (!first.isComplete) return first;
  if (failed.length > MOST_FILES_TO_RERUN) {
    show(`${failed.length} files failed: too many to run them again`);
    return first;
  }
  const files = { ...first.files };
  const flaky: string[] = [];
  for (const [file, { failures }] of failed) {
    show(`== again, alone: ${file}`);
    const secondReport = await runAlone(file);
    if (!secondReport.isComplete || failedFiles(secondReport).length > 0) continue;
    delete files[file];
    Object.assign(files, secondReport.files);
    flaky.push(`== flaky: ${file} › ${failureText(failures)}`);
  }
  flaky.forEach(show);
  return { ...first, files };
}

const failureText = ([first = '', ...otherFailures]: string[]): string =>
  otherFailures.length === 0 ? first : `${first} (and ${otherFailures.length} more)`;
