import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { keyVariables } from '@partner-ordering/service';
import { eventually, type ApiClient } from '@partner-ordering/testing';
import pg from 'pg';
import { openConsistencyChecks, type ConsistencyChecks } from './consistency.ts';
import { findOffer, finishContest, type Offer } from './orders.ts';
import { startProcesses, type Processes } from './processes.ts';
import { answers, run, stop, stopAll } from './program.ts';
import { isOverKafka } from './test-system.ts';

const SOON = { timeoutMs: 60_000, intervalMs: 100 };
/** What compaction leaves. */
const COMPACT = `delete from log using log as newer where log.topic like '%.state' and newer.topic = log.topic and newer.key = log.key
  and newer.position > log.position`;
/** A published event, which every reader knows by its id, and a job that does nothing now: what a restored database would go on with. */
const QUEUE = `with again as (insert into outbox (topic, key, event) select topic, key, event from kept_event limit 1 returning 1)
  insert into job (name) select 'purge_inbox' from again returning id`;
const QUEUED = `select (select count(*) from outbox)::int as events, (select count(*) from job where name = 'purge_inbox')::int as jobs`;
const PAID = `select gid from project where status = 'paid'`;

describe("billing's database, restored from an older backup than all others", () => {
  let processes: Processes;
  let [admin, user]: ApiClient[] = [];
  let offer: Offer;
  let checks: ConsistencyChecks;
  let database: string;
  before(async () => {
    processes = await startProcesses();
    [admin, user] = [await processes.signIn('admin@example.com'), await processes.signIn('user@example.com')];
    offer = await findOffer(user);
    checks = openConsistencyChecks(processes.databases);
    database = new URL(processes.databases.billing.url).pathname.slice(1);
  });
  after(async () => {
    await checks?.close();
    await stopAll();
    await processes?.end();
  });

  const finish = (): Promise<string> => finishContest(user!, admin!, offer);
  const receipts = async () => (await admin!.api.listReceipts({ limit: 100 })).items;
  const numbers = async (count: number): Promise<string[]> =>
    eventually(async () => {
      const found = (await receipts()).map(({ number }) => number);
      return found.length === count && found;
    }, SOON);
  const pay = async () => admin!.put(`/v1/receipts/${(await receipts())[0]!.gid}`, { status: 'paid' });
  const behind = async (): Promise<number> =>
    Number(/^database_behind_seconds\S* (\S+)$/m.exec(await (await fetch(processes.metricsOf('billing'))).text())![1]);
  const logged = (line: RegExp): Promise<void> => eventually(() => assert.match(processes.program('billing').stdout(), line), SOON);
  const started = async (): Promise<void> => answers(await processes.restart('billing'), `${processes.urlOf('billing')}/readyz`);

  const isHeld = async (): Promise<void> => {
    const { status, headers, body } = await pay();
    assert.deepEqual([status, headers.get('retry-after'), body.error.reason], [503, '60', 'restoring']);
  };
  const isAccepted = async (): Promise<void> => {
    await eventually(async () => assert.equal(await behind(), 0), SOON);
    assert.equal((await pay()).status, 204);
    await eventually(() => checks.assertReplicated(), SOON);
    await checks.assertReceipts();
  };

  /** Replaces one database by a copy of another. */
  async function copy(from: string, to: string): Promise<void> {
    const server = new pg.Client({
      connectionString: Object.assign(new URL(processes.databases.billing.url), { pathname: '/postgres' }).href,
    });
    await server.connect();
    await server.query(`drop database if exists ${pg.escapeIdentifier(to)} with (force)`);
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [from]);
    await server.query(`create database ${pg.escapeIdentifier(to)} template ${pg.escapeIdentifier(from)}`);
    await server.end();
  }

  /** The same while billing is stopped; `before` runs before it starts again. */
  async function copyAtRest(from: string, to: string, before?: () => Promise<void>): Promise<void> {
    await stop(processes.program('billing'));
    await copy(from, to);
    await before?.();
    await started();
  }

  test('503 for its writes, and no number twice: reads go on; events, jobs and numbers wait until an operator accepts it', async () => {
    await finish();
    const kept = await numbers(1);
    const { url } = await eventually(async () => (await receipts())[0]!.file ?? false, SOON);
    await copyAtRest(database, `${database}_backup`);
    await finish();
    await finish();
    const lost = (await numbers(3)).filter((number) => !kept.includes(number));
    assert.equal((await pay()).status, 204);
    await eventually(async () => assert.equal((await checks.rows('ordering', PAID)).length, 1), SOON);
    assert.equal(await behind(), 0);

    await copyAtRest(`${database}_backup`, database, async () => assert.equal((await checks.rows('billing', QUEUE)).length, 1));
    await isHeld();
    assert.ok((await behind()) > 0);
    await logged(new RegExp(`"level":50.*"database":"${database}","behind_seconds":\\d+`));
    await finish();
    for (const command of ['recover', 'replay'])
      await assert.rejects(processes.command('billing', command), /the database is older than what was published: accept-restore/);
    assert.equal((await user!.get(new URL(url).pathname)).status, 302);
    assert.deepEqual(await numbers(1), kept);
    assert.deepEqual(await checks.rows('billing', QUEUED), [{ events: 1, jobs: 1 }]);

    if (!isOverKafka()) await checks.rows('messaging', COMPACT);
    await processes.command('billing', 'accept-restore');
    const again = (await numbers(4)).filter((number) => !kept.includes(number));
    assert.equal(new Set([...kept, ...lost, ...again]).size, 6, String([kept, lost, again]));
    await logged(/The restored database was accepted/);
    await eventually(async () => assert.deepEqual(await checks.rows('billing', QUEUED), [{ events: 0, jobs: 0 }]), SOON);
    await isAccepted();
  });

  test('503 for its writes also where billing ran on in the meantime, and after an acceptance that was broken off', async () => {
    await copyAtRest(database, `${database}_backup`);
    assert.equal(await behind(), 0);
    await finish();
    await numbers(5);
    await copy(`${database}_backup`, database);
    await eventually(isHeld, SOON);
    const project = await finish();
    assert.deepEqual(await checks.rows('billing', 'select from receipt where project_gid = $1', [project]), []);

    const variables = { ...processes.variables, ...keyVariables(processes.keyFolder, 'billing') };
    const crash = { DATABASE_URL: processes.databases.billing.url, CRASH_AT: 'relay-after-append' };
    assert.equal(await run('services/billing/src/main.ts', { ...variables, ...crash }, ['accept-restore']).ended, 'SIGKILL');
    await stop(processes.program('billing'));
    await started();
    await isHeld();

    await processes.command('billing', 'accept-restore');
    await numbers(6);
    await isAccepted();
  });
});
