import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { Service, ServiceConfig } from '@partner-ordering/service';
import { newGid } from '@partner-ordering/kernel';
import { eventually, testDatabase, testMessaging, testKeys } from '@partner-ordering/testing';
import { pino } from 'pino';
import { billProjects } from '../domain/bill-projects.ts';
import { exampleSeller as seller } from '../domain/seller.ts';
import { finishedProject, organizationOf, userOf } from '../fixtures/test-billing.ts';
import { createBilling } from '../service.ts';

const RECEIPTS = Number(process.env['INVOICE_RECEIPTS'] ?? 600);
const KILLS = Number(process.env['INVOICE_KILLS'] ?? 10);
/** Repeats the times of the kills, if the machine is equally fast. */
const SEED = process.env['INVOICE_SEED'] ?? String(randomInt(1_000_000));
const pauseMs = (kill: number): number => createHash('sha256').update(`${SEED} ${kill}`).digest()[0]! % 30;
/** Receipts of one organization. */
const EACH = 10;
const periods = ['2026-07', '2026-08'];
/** Limit for the work after the last kill, and for each earlier step. */
const LIMIT_MS = 60_000 + RECEIPTS * 20;
const TIMEOUT_MS = 120_000 + KILLS * 10_000 + RECEIPTS * 60;

const log = pino({ level: 'silent' });
const clock = (): Date => new Date();
const open = (url: string): Promise<Service> =>
  createBilling({ databaseUrl: url, poolSize: 3, log, clock, serviceKeys: testKeys('billing') } as ServiceConfig);

/** Bills finished projects of many organizations, half of them in each month. Their PDFs exist already. */
async function makeReceipts(service: Service): Promise<void> {
  const insert = (rows: { type: string; key: string; state: object }[]) =>
    service.database.query({
      text: 'insert into shared_state (type, key, version, state) select type, key, 1, state from json_to_recordset($1) as given (type text, key text, state jsonb)',
      values: [JSON.stringify(rows)],
    });
  const owner = newGid();
  await insert([{ type: 'user', key: owner, state: userOf() }]);
  for (let made = 0; made < RECEIPTS; made += EACH) {
    const organization = newGid();
    const projects = Array.from({ length: Math.min(EACH, RECEIPTS - made) }, () => finishedProject(organization, { owner }));
    await insert([{ type: 'organization', key: organization, state: organizationOf(organization) }]);
    await insert(projects.map((project) => ({ type: 'project', key: project.gid, state: project })));
    await service.write(async (tx, context) => {
      await billProjects(tx, projects, { seller, clock, chargesAutomatically: false }, context);
    });
  }
  const sql = (text: string, ...values: unknown[]) => service.database.query({ text, values });
  await sql(
    `update receipt set file_url = 'https://files.test/' || gid, created_at = ($1::text[])[1 + right(number, 1)::int % 2]::timestamptz`,
    periods.map((period) => `${period}-15T12:00:00Z`),
  );
  await sql('truncate job, outbox');
}

const title = `${KILLS} times kill -9 while ${RECEIPTS} receipts are collected: each is on one invoice, no number is missing, the checks hold`;

test(title, { timeout: TIMEOUT_MS }, async (t) => {
  t.diagnostic(`INVOICE_SEED=${SEED}`);
  const own = await testDatabase('billing_child', async (url) => {
    const service = await open(url);
    await service.migrate();
    await service.stop();
  });
  const messaging = await testMessaging();
  const folder = await mkdtemp(join(tmpdir(), 'billing-'));
  const service = await open(own.url);
  const sql = <Row extends object>(text: string): Promise<Row[]> => service.database.query<Row>({ text, values: [] });
  const count = async (): Promise<number> => (await sql<{ count: number }>('select count(*)::int as count from invoice'))[0]!.count;
  const run = (): ChildProcess =>
    spawn(process.execPath, [join(import.meta.dirname, '../fixtures/billing-child.ts'), own.url, messaging.url, folder], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    const ended = once(child!, 'exit');
    child!.kill('SIGKILL');
    await ended;
  };
  try {
    await makeReceipts(service);
    const invoices = periods.length * Math.ceil(RECEIPTS / EACH);
    await sql(`insert into job (name) values ('invoice_receipts')`);
    const kills: number[] = [];
    for (let done = 0; done < KILLS; done++) {
      child = run();
      // Each kill has its part of the run, the first one before the run begins.
      const from = Math.floor((invoices * done) / KILLS);
      await eventually(async () => (await count()) >= from, { timeoutMs: LIMIT_MS, intervalMs: 1 });
      await delay(pauseMs(done));
      await kill();
      kills.push(await count());
    }
    assert.ok(kills.filter((made) => made > 0 && made < invoices).length >= KILLS / 2, `too few hit the run: ${kills.join(', ')}`);
    child = run();
    await eventually(async () => assert.deepEqual(await sql('select name, count(*) from job group by name'), []), { timeoutMs: LIMIT_MS });
    await kill();

    assert.deepEqual(await sql('select number from receipt where invoice_gid is null'), []);
    const groups = await sql<{ places: number[]; held: number }>(`
      select array_agg(right(number, 6)::int order by number) as places,
        (select count(distinct (invoice_gid, organization_gid, to_char(created_at at time zone 'UTC', 'YYYY-MM')))::int from receipt) as held
      from invoice`);
    assert.deepEqual(groups, [{ places: Array.from({ length: invoices }, (_, index) => index + 1), held: invoices }]);
    assert.deepEqual(await service.checkIntegrity(), []);
    const files = await sql<{ path: string }>(`select 'invoice-' || gid || '.pdf' as path from invoice where file_url is not null`);
    assert.deepEqual((await readdir(folder)).toSorted(), files.map(({ path }) => path).toSorted());
  } finally {
    if (child?.exitCode === null && child.signalCode === null) await kill();
    await service.stop();
    await Promise.all([own.drop(), messaging.drop(), rm(folder, { recursive: true })]);
  }
});
