import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '@partner-ordering/testing';
import { openConsistencyChecks, type ConsistencyChecks } from '../consistency.ts';
import type { Fault, Stage } from '../faults/fault.ts';
import { servicesKilled } from '../faults/killed.ts';
import { postgresHangs, postgresReset } from '../faults/postgres-away.ts';
import { customersOf } from '../faults/stage.ts';
import { findOffer, finishContest } from '../orders.ts';
import { startProcesses, type Processes } from '../processes.ts';
import { stop, stopAll } from '../program.ts';
import { castOf, receiptOfOrder } from '../story.ts';
import { startPgBouncer, withoutPgBouncer, type PgBouncer } from './pgbouncer.ts';

describe('PgBouncer before all databases', { skip: withoutPgBouncer }, () => {
  let bouncer: PgBouncer;
  let processes: Processes;
  let checks: ConsistencyChecks;
  before(async () => {
    bouncer = await startPgBouncer({ pool_mode: 'session', default_pool_size: '20' });
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

  test('a start is refused in transaction mode, in one line that says what to set', async () => {
    const shared = await startPgBouncer({ pool_mode: 'transaction' });
    try {
      const refusal = /Cannot start: two connections share .*statement_timeout.* pool_mode=session\n$/;
      const inTransactionMode = { DATABASE_URL: shared.urlOf(processes.databases.catalog.url) };
      await stop(processes.program('catalog'));
      await assert.rejects(processes.restart('catalog', inTransactionMode), refusal);
    } finally {
      await shared.stop();
    }
  });
});
