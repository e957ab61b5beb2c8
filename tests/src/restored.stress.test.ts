import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { republishAndTell } from '@partner-ordering/http';
import type { ServiceName } from '@partner-ordering/kernel';
import { postgresTransport } from '@partner-ordering/messaging';
import { eventually, gidOf, type ApiClient } from '@partner-ordering/testing';
import { backUp, type Backup } from './backups.ts';
import { openBooks, type Books } from './consistency.ts';
import { cloneDatabases, idleService, log, urlsOf, type Clones } from './databases.ts';
import { findOffer, finishContest, orderOf, type Offer } from './orders.ts';
import { temporaryFolder } from './program.ts';
import { environment, startTestSystem } from './system.ts';
import type { TestSystem } from './test-system.ts';

/** How soon replicas agree with a restored owner. */
const LIMIT_MS = 60_000;

describe('a database that was restored from a backup', () => {
  const folder = temporaryFolder();
  let clones: Clones;
  let system: TestSystem;
  let books: Books;
  let admin: ApiClient;
  let user: ApiClient;
  let offer: Offer;
  let backup: Backup;
  before(() => void (environment['FILES_DIR'] = folder.path));
  after(() => {
    delete environment['FILES_DIR'];
    folder.remove();
  });

  async function start(): Promise<void> {
    system = await startTestSystem({ urls: urlsOf(clones) });
    books = openBooks(clones);
    [admin, user] = [await system.signIn('admin@example.com'), await system.signIn('user@example.com')];
    offer = await findOffer(user);
  }
  async function stop(): Promise<void> {
    await eventually(() => books.assertReplicated(), { timeoutMs: LIMIT_MS, intervalMs: 100 });
    await books.close();
    await system.stop();
  }

  /**
   * Plays `earlier`, backs up the database of `name`, plays `later`, restores the backup and republishes; answers what that has printed.
   */
  async function restored(name: ServiceName, earlier: () => Promise<void>, later: () => Promise<void>): Promise<string[]> {
    clones = await cloneDatabases();
    await start();
    await earlier();
    await stop();
    backup = await backUp(clones[name].url);
    await start();
    await later();
    await stop();
    await backup.restore();
    const transport = await postgresTransport({ url: clones.messaging.url, logger: log() });
    const service = await idleService(name, clones[name].url, folder.path, transport);
    const lines: string[] = [];
    await republishAndTell(service, false, (line) => lines.push(line));
    await service.stop();
    await transport.close();
    return lines;
  }
  async function end(): Promise<void> {
    await stop();
    await backup.drop();
    await Promise.all(Object.values(clones).map((clone) => clone.drop()));
  }

  const order = async (changes: object): Promise<string> => gidOf(await user.create('/v1/projects', orderOf(offer, changes)));
  const change = async (client: ApiClient, path: string, body: object): Promise<void> => {
    const { status, body: answer } = await client.put(path, body);
    assert.equal(status, 204, JSON.stringify(answer));
  };
  /** A work for a contest; answers its gid. */
  async function enterWork(project: string): Promise<string> {
    const person = { service_id: crypto.randomUUID(), firstname: 'Kim', lastname: 'Sol' };
    const worker = gidOf(await admin.create('/v1/workers', person));
    return gidOf(await admin.create('/v1/works', { project: { gid: project }, worker: { gid: worker } }));
  }
  interface ReceiptRow {
    gid: string;
    project: string;
    number: string;
    status: string;
  }
  const receipts = () =>
    books.rows<ReceiptRow>('billing', 'select gid, project_gid as project, number, status from receipt order by number');
  const rendered = () =>
    eventually(async () => assert.deepEqual(await books.rows('billing', 'select gid from receipt where file_url is null'), []), {
      timeoutMs: LIMIT_MS,
    });

  test('of ordering: replicas agree with it, what was lost is named, and what comes again is not done twice', async () => {
    const made = { draft: '', deleted: '', canceled: '', contest: '', done: '', lost: '' };
    let work = '';
    let before: ReceiptRow[] = [];
    const lines = await restored(
      'ordering',
      async () => {
        made.draft = await order({});
        made.deleted = await order({});
        made.canceled = await order({ state: 'published' });
        made.contest = await order({ state: 'published' });
        work = await enterWork(made.contest);
        made.done = await finishContest(user, admin, offer);
      },
      async () => {
        await change(user, `/v1/projects/${made.draft}`, { title: 'Another title' });
        assert.equal((await user.delete(`/v1/projects/${made.deleted}`)).status, 204);
        await change(user, `/v1/projects/${made.canceled}`, { status: 'canceled' });
        await change(user, `/v1/projects/${made.contest}`, { winner: { gid: work } });
        made.lost = await order({ state: 'published' });
        await eventually(async () => assert.equal((await receipts()).length, 2));
        await rendered();
        before = await receipts();
      },
    );
    const projects = lines.filter((line) => line.includes(' project ')).map((line) => line.replace(/ \(.*/, ''));
    assert.deepEqual(
      projects.toSorted(),
      [
        `exists again: project ${made.deleted}`,
        `gone: project ${made.lost}`,
        ...[made.draft, made.canceled, made.contest].map((gid) => `older: project ${gid}`),
      ].toSorted(),
    );
    assert.match(
      lines.at(-1)!,
      /^ordering: 1 gone, 3 back to an older version, 1 deleted that exist again; \d+ states published anew with generation 1$/,
    );

    await start();
    await eventually(() => books.assertReplicated(), { timeoutMs: LIMIT_MS, intervalMs: 100 });
    await Promise.all([books.assertBooked(), books.assertHistories()]);
    assert.equal((await user.get(`/v1/projects/${made.lost}`)).status, 404);
    assert.equal((await user.get(`/v1/projects/${made.contest}`)).body.status, 'in_progress');
    await change(user, `/v1/projects/${made.contest}`, { winner: { gid: work } });
    const { href } = (await admin.get('/v1/receipts', { parameters: { query: ['project.gid', '==', made.contest] } })).body.items[0];
    await change(admin, href, { status: 'paid' });
    await eventually(async () => assert.equal((await user.get(`/v1/projects/${made.contest}`)).body.status, 'paid'));
    await change(user, `/v1/projects/${made.draft}`, { title: 'A third title' });
    await eventually(() => books.assertReplicated(), { timeoutMs: LIMIT_MS, intervalMs: 100 });
    const same = ({ gid, project, number }: ReceiptRow): object => ({ gid, project, number });
    assert.deepEqual((await receipts()).map(same), before.map(same));
    await Promise.all([books.assertBooked(), books.assertHistories(), books.assertReceipts()]);
    await end();
  });

  test('of billing: receipts keep their numbers, and none is made, rendered or paid twice', async () => {
    const finished: string[] = [];
    let before: ReceiptRow[] = [];
    const finish = async (): Promise<void> => void finished.push(await finishContest(user, admin, offer));
    const pay = async (index: number): Promise<void> => {
      const { gid } = await eventually(async () => (await receipts()).find(({ project }) => project === finished[index]) ?? false);
      await change(admin, `/v1/receipts/${gid}`, { status: 'paid' });
    };
    const lines = await restored(
      'billing',
      async () => {
        await finish();
        await rendered();
      },
      async () => {
        for (let count = 0; count < 3; count++) await finish();
        await eventually(async () => assert.equal((await receipts()).length, 4));
        for (const index of [0, 2]) await pay(index);
        await rendered();
        before = await receipts();
      },
    );
    const named = lines.filter((line) => line.includes(' receipt ')).map((line) => line.replace(/ \(.*/, ''));
    const [known, ...lost] = finished;
    assert.deepEqual(named.toSorted(), [...lost.map((gid) => `gone: receipt ${gid}`), `older: receipt ${known}`].toSorted());

    await start();
    await eventually(async () => assert.deepEqual(await receipts(), before), { timeoutMs: LIMIT_MS });
    await finish();
    await eventually(async () => assert.equal((await receipts()).length, 5));
    await rendered();
    await eventually(() => books.assertReplicated(), { timeoutMs: LIMIT_MS, intervalMs: 100 });
    await books.assertReceipts();
    const paid = (await receipts()).filter(({ status }) => status === 'paid').map(({ project }) => project);
    assert.deepEqual(paid.toSorted(), [finished[0], finished[2]].toSorted());
    await end();
  });
});
