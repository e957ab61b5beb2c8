import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually, testService } from '@partner-ordering/testing';
import { createNotes } from '@partner-ordering/testing/notes';

/** Half of the pool, two pipes, the ping, jobs and the relay. */
const CONNECTIONS = 3 + 2 + 1 + 2;
/** Shorter than an idle connection is kept. */
const PATIENCE = { timeoutMs: 9_000 };

test('every connection of a service to its database ends after the lifetime of the pool, which is ten minutes', async (t) => {
  const notes = await testService('notes', async (config) => {
    const service = await createNotes(config);
    const { pool } = service.database;
    assert.equal(pool.options.maxLifetimeSeconds, 600);
    pool.options.maxLifetimeSeconds = 2;
    // It opened a connection with the longer life.
    (await pool.connect()).release(true);
    return service;
  });
  t.after(() => notes.stop());
  const open = async () =>
    (
      await notes.service.database.pool.query<{ pid: number; application_name: string }>(
        'select pid, application_name from pg_stat_activity where datname = current_database()',
      )
    ).rows;

  const user = await notes.signIn();
  const href = await user.create('/v1/notes', { title: 'Often read' });
  const first = await eventually(async () => {
    await Promise.all([notes.anonymous.get('/readyz'), ...Array.from({ length: 20 }, () => user.get(href))]);
    const found = await open();
    return found.length >= CONNECTIONS && found;
  });
  const pids = first.map(({ pid }) => pid);
  await eventually(
    async () =>
      assert.deepEqual(
        (await open()).filter(({ pid }) => pids.includes(pid)),
        [],
      ),
    PATIENCE,
  );
});
