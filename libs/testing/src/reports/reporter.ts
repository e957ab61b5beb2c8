import { writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { spec, type TestEvent } from 'node:test/reporters';
import { testReport } from './report.ts';

/** The environment variable that names the file to which the report of a run is written, as JSON: a `TestReport`. */
export const REPORT_VARIABLE = 'TEST_REPORT';

/** node:test's `spec` output; what `run.ts` needs besides is written to a file. `node --test` wants a default export. */
export default async function* reporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string | Buffer> {
  const report = testReport();
  async function* watched(): AsyncGenerator<TestEvent> {
    for await (const event of events) {
      report.take(event);
      yield event;
    }
  }
  yield* Readable.from(watched()).compose(spec()) as AsyncIterable<string>;
  const path = process.env[REPORT_VARIABLE];
  if (path !== undefined) writeFileSync(path, JSON.stringify(report.end()));
}
