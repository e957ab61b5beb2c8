import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { startProcesses, type Processes } from '../processes.ts';
import { latencies, sendPaced, type Paced } from './paced.ts';

const SLOW_MS = 2_000;
/** When something happens to the instance, in a run of the given seconds. */
const AFTER_MS = 2_000;

/** The limits of production for one user. */
const limits = { REQUESTS_AT_ONCE_PER_USER: '64', RATE_LIMIT_PER_MINUTE: '3000' };

interface Incident {
  instances: number;
  signal: NodeJS.Signals;
  perSecond: number;
  seconds: number;
}

describe('an instance of ordering', () => {
  /** Sends reads at a steady rate while this happens to an instance, and then what else is to be seen. */
  async function rehearse(
    { instances, signal, perSecond, seconds }: Incident,
    then?: (system: Processes) => Promise<void>,
  ): Promise<Paced> {
    const system = await startProcesses({ instances: { ordering: instances }, variables: limits });
    try {
      const user = await system.signIn('user@example.com', 'base');
      await user.get('/v1/projects');
      const sending = sendPaced(() => user.get('/v1/projects'), perSecond, seconds);
      await delay(AFTER_MS);
      system.program('ordering', 1).process.kill(signal);
      const paced = await sending;
      const repeated = /^gateway_repeated_requests_total\{upstream="ordering".*\} (\d+)$/m.exec(await textOf(system.metricsOf('gateway')));
      const [slow, slowest] = [slowOf(paced), paced.tookMs.at(-1)!.toFixed(0)];
      const counts = `${paced.sent} requests, ${paced.failed.length} failed, ${slow} over 2 s, ${repeated?.[1] ?? 0} repeated`;
      process.stdout.write(`${signal} of one of ${instances}: ${counts}, ${latencies(paced)}, slowest ${slowest} ms\n`);
      await then?.(system);
      return paced;
    } finally {
      system.program('ordering', 1).process.kill('SIGCONT');
      await system.end();
    }
  }

  test('no read fails while one of four is killed', async () => {
    const { sent, failed } = await rehearse({ instances: 4, signal: 'SIGKILL', perSecond: 50, seconds: 12 });
    assert.equal(sent, 600);
    assert.deepEqual(failed, []);
  });

  test('at most 20 of 1,000 reads take over 2 s while one of three hangs, and none fails; awake it gets requests again', async () => {
    const paced = await rehearse({ instances: 3, signal: 'SIGSTOP', perSecond: 20, seconds: 50 }, async (system) => {
      system.program('ordering', 1).process.kill('SIGCONT');
      const user = await system.signIn('user@example.com', 'base');
      const answered = async (): Promise<number> =>
        Number(/_count\{.*http_route="\/v1\/projects".*\} (\d+)$/m.exec(await textOf(system.metricsOf('ordering', 1)))?.[1] ?? 0);
      const before = await answered();
      await eventually(async () => {
        await user.get('/v1/projects');
        assert.ok((await answered()) > before);
      });
    });
    assert.equal(paced.sent, 1_000);
    assert.deepEqual(paced.failed, []);
    assert.ok(slowOf(paced) <= 20, `${slowOf(paced)} over 2 s`);
  });
});

const slowOf = ({ tookMs }: Paced): number => tookMs.filter((ms) => ms > SLOW_MS).length;
const textOf = async (url: string): Promise<string> => (await fetch(url)).text();
