import { setTimeout as delay } from 'node:timers/promises';
import { serviceNames } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import type { Clones } from '../databases.ts';
import { stop } from '../program.ts';
import type { Fault, Stage } from './fault.ts';
import { startLoad } from './load.ts';
import { settleLoad } from './settle.ts';

/** Consumers read all events again. */
export const offsetsRewound: Fault = {
  name: 'Offsets set back to zero',
  promise: 'no row of any table changes, but those of the inbox and the times of schedules',
  instances: 1,
  async run(stage, isShort) {
    const times = isShort ? 1 : 3;
    const load = startLoad(stage.customers);
    await delay(2_000);
    const outcome = await settleLoad(stage, load);
    await workersIdle(stage);
    const checksumsBefore = await checksums(stage);
    for (let count = 0; count < times; count++) await rewind(stage);
    await workersIdle(stage);
    const checksumsAfter = await checksums(stage);
    for (const [table, sum] of checksumsBefore) if (checksumsAfter.get(table) !== sum) outcome.brokenPromises.push(`${table} has changed`);
    return { ...outcome, times, notes: [`${checksumsBefore.size} tables compared`, ...outcome.notes] };
  },
};

/** Waits until the workers are idle, too: receipts have their PDF, mails are sent. */
async function workersIdle({ checks }: Stage): Promise<void> {
  const due = 'select 1 from job where given_up_at is null and (run_at <= now() or last_error is not null) limit 1';
  const areIdle = async (): Promise<boolean> => {
    for (const name of serviceNames) if ((await checks.rows(name, due)).length > 0) return false;
    return true;
  };
  await eventually(
    async () => {
      if (!(await areIdle())) return false;
      await checks.assertReplicated();
      // Events that arrived during the wait may have added jobs.
      return areIdle();
    },
    { timeoutMs: 120_000, intervalMs: 100 },
  );
}

/** Kills all services, resets their positions and waits until they have caught up. */
async function rewind({ processes, checks }: Stage): Promise<void> {
  const offsets = 'select consumer_group, topic, partition, position from consumer_offset order by topic, partition';
  const rewound = serviceNames.map(async (name) => {
    const storedOffsets = await checks.rows(name, offsets);
    await stop(processes.program(name), 'SIGKILL');
    await checks.rows(name, 'update consumer_offset set position = 0');
    await processes.restart(name);
    const isBack = async () => JSON.stringify(await checks.rows(name, offsets)) === JSON.stringify(storedOffsets);
    await eventually(isBack, { timeoutMs: 60_000, intervalMs: 100 });
  });
  await Promise.all(rewound);
}

/** Checksums by service and table. */
async function checksums({ checks }: Stage): Promise<ReadonlyMap<string, string>> {
  const sums = new Map<string, string>();
  for (const name of serviceNames)
    for (const table of await tables(checks, name)) sums.set(`${name}.${table}`, await checksum(checks, name, table));
  return sums;
}

/** All tables but the inbox, which remembers consumed events, and the schedules, which follow the clock. */
async function tables(checks: Stage['checks'], name: keyof Clones): Promise<string[]> {
  const text = `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not in ('inbox', 'job_schedule') order by 1`;
  return (await checks.rows<{ name: string }>(name, text)).map((table) => table.name);
}

async function checksum(checks: Stage['checks'], name: keyof Clones, table: string): Promise<string> {
  const text = `select md5(coalesce(string_agg(line, e'\\n' order by line), '')) as sum from (select t::text as line from ${table} t) lines`;
  return (await checks.rows<{ sum: string }>(name, text))[0]!.sum;
}
