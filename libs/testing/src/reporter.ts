import { Readable } from 'node:stream';
import { spec } from 'node:test/reporters';
import type { TestEvent } from 'node:test/reporters';
import { settleTitles, titleCollector, type TitleList } from './titles.ts';

/** The environment variable through which the run says what is to be done with the titles: a `TitleList` as JSON, or nothing. */
export const TITLES_VARIABLE = 'TEST_TITLES';

/**
 * node:test's `spec` output and, alone on the last line, `N passed, N failed` (and `, N skipped` if any). Titles that are not as they
 * should be stand before it and count as one failed. `node --test` wants a default export.
 */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string | Buffer> {
  let counts = { passed: 0, failed: 1, skipped: 0 }; // a run that breaks off has no summary
  const titles = titleCollector();
  async function* watched(): AsyncGenerator<TestEvent> {
    for await (const event of events) {
      if (event.type === 'test:summary' && event.data.file === undefined) counts = summed(event.data.counts);
      titles.take(event);
      yield event;
    }
  }
  yield* Readable.from(watched()).compose(spec()) as AsyncIterable<string>;
  const wanted = process.env[TITLES_VARIABLE];
  if (wanted !== undefined) {
    const { problems, remarks } = settleTitles(titles, JSON.parse(wanted) as TitleList);
    for (const line of [...remarks, ...problems]) yield `\n${line}\n`;
    if (problems.length > 0) {
      counts.failed++;
      process.exitCode = 1;
    }
  }
  yield `\n${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}\n`;
}

function summed(counts: { passed: number; cancelled: number; skipped: number; todo: number; tests: number }): {
  passed: number;
  failed: number;
  skipped: number;
} {
  const skipped = counts.skipped + counts.todo;
  return { passed: counts.passed, failed: counts.tests - counts.passed - skipped, skipped };
}
