import { after } from 'node:test';

// Loaded into every test process. A process that still runs this long after its last test has left something open, and would delay the run.
const GRACE_MS = 10_000;

if (process.env['NODE_TEST_CONTEXT']) {
  after(() => {
    setTimeout(() => {
      const left = process.getActiveResourcesInfo().filter((name) => !['TTYWrap', 'PipeWrap', 'Timeout'].includes(name));
      process.stderr.write(`${process.argv[1]} has ended its tests but left open: ${left.join(', ') || 'a timer'}\n`);
      process.exit(1);
    }, GRACE_MS).unref();
  });
}
