import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';
import { testReport } from './report.ts';

/** The environment variable that names the file to which the report of a run is written, as JSON: a `TestReport`. */
export const REPORT_VARIABLE = 'TEST_REPORT';

const SLOWEST_SHOWN = 10;
const SLOW_MS = 1_000;

/** node:test's `spec` output and the slow tests; a file gets what `run.ts` needs besides. `node --test` wants a default export. */
export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string | Buffer> {
  const report = testReport();
  const slow: { ms: number; name: string }[] = [];
  async function* watched(): AsyncGenerator<TestEvent> {
    for await (const event of events) {
      report.take(event);
      if (event.type === 'test:pass' || event.type === 'test:fail') {
        const { name, file = '', details } = event.data;
        const { duration_ms: ms, type } = details;
        if (type !== 'suite' && ms >= SLOW_MS) slow.push({ ms, name: `${relative('', file)} › ${name}` });
      }
      yield event;
    }
  }
  yield* Readable.from(watched()).compose(spec()) as AsyncIterable<string>;
  if (slow.length > 0) yield '\nThe slowest tests:\n';
  for (const { ms, name } of slow.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN))
    yield `${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}\n`;
  const path = process.env[REPORT_VARIABLE];
  if (path !== undefined) writeFileSync(path, JSON.stringify(report.end()));
}
