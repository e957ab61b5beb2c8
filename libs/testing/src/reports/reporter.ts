import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';
import { testReport } from './report.ts';

/** The environment variable that names the file to which the report of a run is written, as JSON: a `TestReport`. */
export const REPORT_VARIABLE = 'TEST_REPORT';

const SLOWEST_SHOWN = 10;

/** node:test's `spec` output and the slowest tests; a file gets what `run.ts` needs besides. `node --test` wants a default export. */
export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string | Buffer> {
  const report = testReport();
  const tests: { ms: number; name: string }[] = [];
  async function* watched(): AsyncGenerator<TestEvent> {
    for await (const event of events) {
      report.take(event);
      if ((event.type === 'test:pass' || event.type === 'test:fail') && event.data.details.type !== 'suite') {
        const { name, file = '', details } = event.data;
        tests.push({ ms: details.duration_ms, name: `${relative('', file)} › ${name}` });
      }
      yield event;
    }
  }
  yield* Readable.from(watched()).compose(spec()) as AsyncIterable<string>;
  const slowest = tests.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST_SHOWN);
  yield ['\nThe slowest tests:', ...slowest.map(({ ms, name }) => `${(ms / 1_000).toFixed(1).padStart(6)} s  ${name}`), ''].join('\n');
  const path = process.env[REPORT_VARIABLE];
  if (path !== undefined) writeFileSync(path, JSON.stringify(report.end()));
}
