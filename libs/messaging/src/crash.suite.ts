import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import type { CrashPoint } from './crash-point.ts';
import { range, testService } from './fixtures.ts';
import { recordEvents } from './outbox.ts';

const cases: { point: CrashPoint; effects: number[]; waiting: number }[] = [
  { point: 'relay-after-append', effects: [], waiting: 3 },
  { point: 'consumer-before-commit', effects: [], waiting: 0 },
  { point: 'consumer-after-commit', effects: [1, 2, 3], waiting: 0 },
];

/** A log for one test: how the child that is killed reaches it. */
export interface CrashLog {
  args: string[];
  drop(): Promise<void>;
}

/** What survives a `kill -9`; every transport must pass. */
export const crashSuite = (name: string, makeLog: () => Promise<CrashLog>): unknown =>
  describe(`a process that is killed over ${name}`, () => {
    for (const { point, effects, waiting } of cases) {
      test(`at ${point} loses no event and does none twice`, async () => {
        const [service, log] = await Promise.all([testService(), makeLog()]);
        const run = (crashAt?: CrashPoint) =>
          spawn(process.execPath, [join(import.meta.dirname, 'crash-child.ts'), service.url, ...log.args], {
            env: { ...process.env, ...(crashAt && { CRASH_AT: crashAt }) },
            stdio: ['ignore', 'ignore', 'inherit'],
          });
        const outboxIsLeft = async (rows: number) => assert.equal((await service.database.pool.query('select from outbox')).rowCount, rows);

        const facts = range(1, 3).map((number) => ({ type: 'thing.counted', key: 'a', data: { number } }));
        await service.database.transactional((tx) => recordEvents(tx, 'things', { states: [], facts }, { now: new Date() }));

        const [, signal] = (await once(run(point), 'exit')) as [number | null, string | null];
        assert.equal(signal, 'SIGKILL');
        if (point !== 'consumer-before-commit') assert.deepEqual(await service.effects(), effects);
        if (point === 'relay-after-append') await outboxIsLeft(waiting);

        const survivor = run();
        await eventually(async () => assert.deepEqual(await service.effects(), [1, 2, 3]), { timeoutMs: 40_000 });
        await eventually(() => outboxIsLeft(0));
        survivor.kill();
        await once(survivor, 'exit');
        assert.deepEqual(await service.effects(), [1, 2, 3]);
        await Promise.all([service.drop(), log.drop()]);
      });
    }
  });
