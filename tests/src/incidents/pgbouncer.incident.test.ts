import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openDatabase } from '@partner-ordering/data';
import { eventually } from '@partner-ordering/testing';
import pg from 'pg';
import { openConsistencyChecks, type ConsistencyChecks } from '../consistency.ts';
import type { Fault, Stage } from '../faults/fault.ts';
import { servicesKilled } from '../faults/killed.ts';
import { postgresHangs, postgresReset } from '../faults/postgres-away.ts';
import { customersOf } from '../faults/stage.ts';
import { findOffer, finishContest } from '../orders.ts';
import { startProcesses, type Processes } from '../processes.ts';
import { stop, stopAll } from '../program.ts';
import { castOf, receiptOfOrder } from '../story.ts';
import { runSql, startPgBouncer, withoutPgBouncer, type PgBouncer } from './pgbouncer.ts';

describe('PgBouncer before all databases', { skip: withoutPgBouncer }, () => {
  let bouncer: PgBouncer;
  let processes: Processes;
  let checks: ConsistencyChecks;
  before(async () => {
    bouncer = await startPgBouncer({ default_pool_size: '20' });
    processes = await startProcesses({ databaseUrlOf: bouncer.urlOf });
    checks = openConsistencyChecks(processes.databases);
    await eventually(() => checks.assertReplicated(), { timeoutMs: 60_000 });
  });
  after(async () => {
    await stopAll();
    await checks?.close();
    await processes?.end();
    await bouncer?.stop();
  });

  test('201 for an order, which leads to its receipt', async () => {
    const cast = await castOf(processes);
    const project = await finishContest(cast.user, cast.admin, await findOffer(cast.user));
    await receiptOfOrder({ system: processes, ...cast }, project);
  });

  for (const fault of [servicesKilled, postgresReset, postgresHangs])
    test(`in session mode, with "${fault.name}": ${fault.promise}`, async (t) => {
      const stage = {
        processes,
        checks,
        customers: await customersOf(processes),
        containers: { postgres: bouncer },
        random: Math.random,
        say: () => undefined,
      } as unknown as Stage;
      const { lostOrders, doubledOrders, brokenPromises, notes } = await (fault satisfies Fault).run(stage, true);
      t.diagnostic(notes.join('; '));
      assert.deepEqual({ lostOrders, doubledOrders, brokenPromises }, { lostOrders: 0, doubledOrders: 0, brokenPromises: [] });
    });

  test('200 soon after PostgreSQL refused all logins for a while', async () => {
    const { user } = await castOf(processes);
    const { url } = processes.databases.ordering;
    const name = new URL(url).pathname.slice(1);
    const answers = (status: number): Promise<void> =>
      eventually(async () => assert.equal((await user.get('/v1/projects')).status, status), { timeoutMs: 8_000 });
    await runSql(`alter database "${name}" allow_connections false`);
    try {
      await runSql(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and application_name <> 'checks'`);
      await answers(503);
    } finally {
      await runSql(`alter database "${name}" allow_connections true`);
    }
    await answers(200);
  });

  test('a start is refused in transaction mode, in one line that says what to set, also while others use the pooler', async () => {
    const shared = await startPgBouncer({ pool_mode: 'transaction' });
    const url = shared.urlOf(processes.databases.catalog.url);
    const others = new pg.Pool({ connectionString: url });
    try {
      const refusal = /statement_timeout.* pool_mode=session$/;
      await stop(processes.program('catalog'));
      const atStart = /Cannot start: connections share .*statement_timeout.* pool_mode=session\n$/;
      await assert.rejects(processes.restart('catalog', { DATABASE_URL: url }), atStart);

      let isOver = false;
      const work = Array.from({ length: 10 }, async () => {
        while (!isOver) await others.query('select pg_sleep(random() * 0.01)');
      });
      for (let count = 0; count < 20; count++) {
        const database = await openDatabase({ url, entities: [], migrations: [], poolSize: 3, applicationName: 'another' });
        await assert.rejects(database.refuseUnfit(), refusal);
        await database.close();
      }
      isOver = true;
      await Promise.all(work);
    } finally {
      await others.end();
      await shared.stop();
    }
  });
});
