import { after } from 'node:test';

// Loaded into every test process. One that ends before its last test fails, though it says that all is well: the runner would take it for
// passed. One that still runs this long after its last test has left something open, and would delay the run.
const GRACE_MS = 10_000;

if (process.env['NODE_TEST_CONTEXT']) {
  let isDone = false;
  process.on('exit', (code) => {
    if (isDone || code !== 0) return;
    process.stderr.write(`${process.argv[1]} has ended before its tests\n`);
    process.exitCode = 1;
  });
  after(() => {
    isDone = true;
    setTimeout(() => {
      const openResources = process.getActiveResourcesInfo().filter((name) => !['TTYWrap', 'PipeWrap', 'Timeout'].includes(name));
      process.stderr.write(`${process.argv[1]} has ended its tests but left open: ${openResources.join(', ') || 'a timer'}\n`);
      process.exit(1);
    }, GRACE_MS).unref();
  });
}
