import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { type Database, openDatabase } from '@partner-ordering/data';
import type { ServiceConfig } from '@partner-ordering/service';
import { postgresTransport } from '@partner-ordering/messaging';
import { eventually, testDatabase, testMessaging, testKeys } from '@partner-ordering/testing';
import { pino } from 'pino';
import { finishedProject, organizationOf, projectEvent, userOf } from '../fixtures/test-billing.ts';
import { createBilling } from '../service.ts';

const COUNT = 5;
/** Billing's own; messaging and http have tests of those around their commits. */
const points = ['receipt-number:3', 'receipt-pdf'];
const log = pino({ level: 'silent' });

const databases = () =>
  Promise.all([
    testDatabase('billing_child', async (url) => {
      const service = await createBilling({ databaseUrl: url, poolSize: 3, log, serviceKeys: testKeys('billing') } as ServiceConfig);
      await service.migrate();
      await service.stop();
    }),
    testMessaging(),
  ]);

/** Five projects of one organization are finished. */
async function finishProjects(database: Database, messagingUrl: string): Promise<void> {
  const [organization, owner] = [newGid(), newGid()];
  // Put in by hand, so that the first batch that is consumed is one of projects.
  await database.query({
    text: `insert into shared_state (type, key, version, state) values ('organization', $1, 1, $2), ('user', $3, 1, $4)`,
    values: [organization, JSON.stringify(organizationOf(organization)), owner, JSON.stringify(userOf())],
  });
  const transport = await postgresTransport({ url: messagingUrl, logger: log });
  const events = Array.from({ length: COUNT }, () => projectEvent(finishedProject(organization, { owner })));
  await (await transport.begin('test')).append('ordering.state', events);
  await transport.close();
}

test('a crash at any point leaves one receipt with PDF for each project in the end, and no gap', async () => {
  const [own, messaging] = await databases();
  const folder = await mkdtemp(join(tmpdir(), 'billing-'));
  const database = await openDatabase({ url: own.url, entities: [], migrations: [], poolSize: 3, applicationName: 'crash test' });
  const run = (more: NodeJS.ProcessEnv = {}): ChildProcess =>
    spawn(process.execPath, [join(import.meta.dirname, '../fixtures/billing-child.ts'), own.url, messaging.url, folder], {
      env: { ...process.env, ...more },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  const rows = () =>
    database.query<{ number: number; path: string; file_url: string | null }>({
      text: `select right(number, 6)::int as number, 'receipt-' || gid || '.pdf' as path, file_url from receipt order by number`,
      values: [],
    });
  let survivor: ChildProcess | undefined;
  try {
    // Each process finds what the one before has left.
    for (const point of points) {
      await finishProjects(database, messaging.url);
      assert.deepEqual(await once(run({ CRASH_AT: point }), 'exit'), [null, 'SIGKILL'], point);
      await database.pool.query('update job set leased_until = now() where leased_until > now()');
    }
    survivor = run();
    await eventually(
      async () => {
        const found = await rows();
        assert.deepEqual(
          found.map(({ number }) => number),
          Array.from({ length: COUNT * points.length }, (_, index) => index + 1),
        );
        assert.ok(found.every(({ file_url: url, path }) => url?.endsWith(path)));
      },
      { timeoutMs: 30_000 },
    );
    assert.deepEqual((await readdir(folder)).toSorted(), (await rows()).map(({ path }) => path).toSorted());
  } finally {
    if (survivor?.kill('SIGKILL')) await once(survivor, 'exit');
    await database.close();
    await Promise.all([own.drop(), messaging.drop(), rm(folder, { recursive: true })]);
  }
});
