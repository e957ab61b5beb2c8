import { Readable } from 'node:stream';
import { spec } from 'node:test/reporters';
import type { TestEvent } from 'node:test/reporters';

/** node:test's `spec` output and, alone on the last line, `N passed, N failed` (and `, N skipped` if any). `node --test` wants a default export. */
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string | Buffer> {
  let closingLine = '0 passed, 1 failed'; // a run that breaks off has no summary
  async function* watched(): AsyncGenerator<TestEvent> {
    for await (const event of events) {
      if (event.type === 'test:summary' && event.data.file === undefined) closingLine = closing(event.data.counts);
      yield event;
    }
  }
  yield* Readable.from(watched()).compose(spec()) as AsyncIterable<string>;
  yield `\n${closingLine}\n`;
}

function closing(counts: { passed: number; cancelled: number; skipped: number; todo: number; tests: number }): string {
  const left = counts.skipped + counts.todo;
  const failed = counts.tests - counts.passed - left;
  return `${counts.passed} passed, ${failed} failed${left > 0 ? `, ${left} skipped` : ''}`;
}
