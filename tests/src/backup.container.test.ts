import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { republishAndTell } from '@partner-ordering/http';
import { postgresTransport } from '@partner-ordering/messaging';
import { modules } from '@partner-ordering/standalone';
import { eventually, gidOf, type ApiClient } from '@partner-ordering/testing';
import { startBackupServer, type BackupServer } from './backup-server.ts';
import { openBooks, type Books } from './consistency.ts';
import { cloneDatabases, idleService, log, urlsOf, type Clones } from './databases.ts';
import { findOffer, finishContest, orderOf, type Offer } from './orders.ts';
import { temporaryFolder } from './program.ts';
import { environment, startTestSystem } from './system.ts';
import type { TestSystem } from './test-system.ts';

/** How soon replicas agree with a restored owner. */
const AGREED = { timeoutMs: 60_000, intervalMs: 100 };

describe('a server of PostgreSQL that is backed up by containers/backup.sh', () => {
  const folder = temporaryFolder();
  let server: BackupServer;
  let clones: Clones;
  let system: TestSystem;
  let books: Books;
  let admin: ApiClient;
  let user: ApiClient;
  let offer: Offer;

  before(async () => {
    environment['FILES_DIR'] = folder.path;
    [server, clones] = await Promise.all([startBackupServer(), cloneDatabases()]);
    await server.query('create database ordering');
    await clones.ordering.drop();
    clones.ordering = { ...clones.ordering, url: server.url('ordering'), drop: () => Promise.resolve() };
    const ordering = await idleService('ordering', clones.ordering.url, folder.path);
    await ordering.migrate();
    await modules.ordering.demo?.(ordering, new Date());
    await ordering.stop();
    await start();
  });
  after(async () => {
    await stop();
    await Promise.all(Object.values(clones).map((clone) => clone.drop()));
    await server.stop();
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
    await books.close();
    await system.stop();
  }
  const agree = (): Promise<void> => eventually(() => books.assertReplicated(), AGREED);
  const order = async (title: string): Promise<string> =>
    gidOf(await user.create('/v1/projects', orderOf(offer, { title, state: 'published' })));

  test('is restored to the last commit: nothing is lost', async () => {
    await server.backup(['base']);
    const orders = [await order('in the archive')];
    await server.query('select pg_switch_wal()');
    orders.push(await order('not archived yet'), await finishContest(user, admin, offer));
    await agree();
    await stop();
    await server.crash('first');
    await server.backup(['restore', server.folder('second')], { WAL_FROM: `${server.folder('first')}/pg_wal` });
    await server.start('second');
    await start();
    for (const gid of orders) assert.equal((await user.get(`/v1/projects/${gid}`)).status, 200, gid);
    await order('afterwards');
    await agree();
    await Promise.all([books.assertBooked(), books.assertHistories(), books.assertReceipts()]);
    assert.deepEqual(await books.rows('ordering', 'select from state_generation'), []);
  });

  test('is restored to a moment: what was lost is listed, the generation is raised, and replicas agree again', async () => {
    await server.backup(['base']);
    const [kept, changed] = [await order('kept'), await order('changed')];
    await agree();
    // The base backup has to have ended in an earlier second.
    const moment = await eventually(async () => {
      const [row] = await server.query<{ now: string; later: boolean }>(
        `select clock_timestamp()::text as now, clock_timestamp() > max((pg_stat_file('/tmp/backups/base/' || name)).modification) + interval '2 s' as later
         from pg_ls_dir('/tmp/backups/base') as name`,
      );
      return row!.later && row!.now;
    });
    const lost = await order('lost');
    assert.equal((await user.put(`/v1/projects/${changed}`, { status: 'canceled' })).status, 204);
    await agree();
    await server.query('select pg_switch_wal()');
    await stop();
    await server.crash('second');
    await server.backup(['restore', server.folder('third'), moment], { WAL_FROM: `${server.folder('second')}/pg_wal` });
    await server.start('third');

    const transport = await postgresTransport({ url: clones.messaging.url, logger: log() });
    const service = await idleService('ordering', clones.ordering.url, folder.path, transport);
    const lines: string[] = [];
    await republishAndTell(service, false, (line) => lines.push(line));
    await service.stop();
    await transport.close();
    const projects = lines.filter((line) => line.includes(' project ')).map((line) => line.replace(/ \(.*/, ''));
    assert.deepEqual(projects.toSorted(), [`gone: project ${lost}`, `older: project ${changed}`]);
    assert.match(lines.at(-1)!, /published anew with generation 1$/);

    await start();
    await agree();
    await Promise.all([books.assertBooked(), books.assertHistories()]);
    assert.equal((await user.get(`/v1/projects/${kept}`)).status, 200);
    assert.equal((await user.get(`/v1/projects/${lost}`)).status, 404);
    assert.equal((await user.get(`/v1/projects/${changed}`)).body.state, 'published');
    await order('afterwards');
    await agree();
  });

  test('keeps what the last days need, and refuses what it cannot do in one line', async () => {
    await server.backup(['base']);
    await server.backup(['remove', '7']);
    const wrong: [string[], RegExp][] = [
      [['restore', server.folder('third')], /: backup.sh: \/tmp\/third is not empty$/],
      [['restore', server.folder('none'), '2020-01-01 00:00:00+00'], /: backup.sh: no base backup in \/tmp\/backups\/base ended before 2020-01-01 00:00:00\+00$/],
      [['restore', server.folder('none'), 'yesteryear'], /backup.sh: 'yesteryear' is no time$/],
      [['remove', 'all'], /: backup.sh: 'all' is no number of days$/],
      [['restore'], /backup.sh restore <folder> \[<time>\]/],
    ]; // prettier-ignore
    for (const [args, said] of wrong) await assert.rejects(server.backup(args), ({ message }: Error) => said.test(message.trim()));
    // What is left can be restored.
    await server.backup(['restore', server.folder('fourth')]);
  });
});
