import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

const root = join(import.meta.dirname, '../..');

/** Stands for the dependencies of jobs: none is used before a job runs. */
const anything: object = new Proxy(() => undefined, { get: () => anything, apply: () => anything });

/** The jobs of a service by their names; those with a schedule have `schedule`. */
async function jobsOf(service: string): Promise<Record<string, object>> {
  const module = (await import(join(root, `services/${service}/src/jobs/index.ts`))) as Record<string, unknown>;
  let made = module['jobs'] ?? module['jobsOf'];
  while (typeof made === 'function') made = (made as (...parts: object[]) => unknown)(anything, anything);
  return made as Record<string, object>;
}

/** The columns of a service's row in the table of jobs: names after a commit, and scheduled names. */
function rowOf(service: string): [string[], string[]] {
  const row =
    new RegExp(`^\\| \\[${service}\\]\\(.*$`, 'm').exec(readFileSync(join(root, 'docs/developers/architecture.md'), 'utf8'))?.[0] ?? '';
  const [, , afterCommit = '', scheduled = ''] = row.split('|');
  const names = (cell: string): string[] => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!).sort();
  return [names(afterCommit), names(scheduled)];
}

describe('the table of jobs in docs/developers/architecture.md', () => {
  for (const path of globSync('services/*/src/jobs/index.ts', { cwd: root })) {
    const service = path.split('/')[1]!;
    test(`the row of ${service} has all its jobs, and no others`, async () => {
      const jobs = await jobsOf(service);
      const [afterCommit, scheduled] = rowOf(service);
      const names = Object.keys(jobs).sort();
      assert.ok(names.length > 0, 'its jobs are found');
      assert.deepEqual(
        scheduled,
        names.filter((name) => 'schedule' in jobs[name]!),
      );
      assert.deepEqual([...new Set([...afterCommit, ...scheduled])].sort(), names);
    });
  }
});
