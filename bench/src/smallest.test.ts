import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';

/** Little enough for each run of the tests: what a benchmark measures then means nothing. */
const smallest = { BENCH_PROJECTS: '2000', BENCH_SECONDS: '0.3' };

describe('at its smallest size', () => {
  for (const [command, main] of [
    ['bench', 'main.ts'],
    ['bench:hostile', 'hostile/main.ts'],
    ['bench:lists', 'lists/main.ts'],
    ['bench:start', 'start/main.ts'],
    ['bench:statements', 'statements/main.ts'],
    ['bench:tokens', 'tokens/main.ts'],
    ['bench:webhooks', 'webhooks/main.ts'],
    ['bench:way', 'way/main.ts'],
  ] as const)
    test(`${command} runs to its end and prints figures`, async () => {
      const env = { ...process.env, ...smallest };
      const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, main)], { env });
      assert.match(stdout, /^\| -[-:| ]+\n\| .*\d/m);
    });
});
