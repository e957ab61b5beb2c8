import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { serviceNames } from '@partner-ordering/kernel';
import { postgresTransport } from '@partner-ordering/messaging';
import { modules } from '@partner-ordering/standalone';
import { eventually, gidOf, type ApiClient } from '@partner-ordering/testing';
import { startBackupServer, type BackupServer } from './backup-server.ts';
import { openConsistencyChecks, type ConsistencyChecks } from './consistency.ts';
import { idleService, log, urlsOf, type Clones } from './databases.ts';
import { findOffer, finishContest, orderOf, type Offer } from './orders.ts';
import { temporaryFolder } from './program.ts';
import { environment, startTestSystem } from './system.ts';
import type { TestSystem } from './test-system.ts';

/** Time for replicas to agree with restored owners. */
const AGREED = { timeoutMs: 60_000, intervalMs: 100 };

describe('backups of all databases by containers/backup.sh', () => {
  const folder = temporaryFolder();
  let server: BackupServer;
  let databases: Clones;
  let system: TestSystem;
  let checks: ConsistencyChecks;
  let admin: ApiClient;
  let user: ApiClient;
  let offer: Offer;

  before(async () => {
    environment['FILES_DIR'] = folder.path;
    server = await startBackupServer();
    const names = [...serviceNames, 'messaging'] as const;
    databases = Object.fromEntries(names.map((name) => [name, { url: server.url(name), drop: () => Promise.resolve() }])) as Clones;
    for (const name of names) await server.query(`create database ${name}`);
    for (const name of serviceNames) {
      const service = await idleService(name, databases[name].url, folder.path);
      await service.migrate();
      await modules[name].demo?.(service, new Date());
      await service.stop();
    }
    await start();
  });
  after(async () => {
    await stop();
    await server.stop();
    delete environment['FILES_DIR'];
    folder.remove();
  });

  async function start(): Promise<void> {
    system = await startTestSystem({ urls: urlsOf(databases) });
    checks = openConsistencyChecks(databases);
    [admin, user] = [await system.signIn('admin@example.com'), await system.signIn('user@example.com')];
    offer = await findOffer(user);
  }
  async function stop(): Promise<void> {
    await checks.close();
    await system.stop();
  }
  const assertAgreement = (): Promise<void> => eventually(() => checks.assertReplicated(), AGREED);
  const order = async (title: string): Promise<string> =>
    gidOf(await user.create('/v1/projects', orderOf(offer, { title, state: 'published' })));

  test('a restore to the last commit loses nothing', async () => {
    await server.backup(['base']);
    const orders = [await order('in the archive')];
    await server.query('select pg_switch_wal()');
    orders.push(await order('not archived yet'), await finishContest(user, admin, offer));
    await assertAgreement();
    await stop();
    await server.crash('first');
    await server.backup(['restore', server.folder('second')], { WAL_FROM: `${server.folder('first')}/pg_wal` });
    await server.start('second');
    await start();
    for (const gid of orders) assert.equal((await user.get(`/v1/projects/${gid}`)).status, 200, gid);
    await order('afterwards');
    await assertAgreement();
    await Promise.all([checks.assertBooked(), checks.assertHistories(), checks.assertReceipts()]);
  });

  test('a restore to a moment by the runbook drops later changes, and all services agree', async () => {
    await server.backup(['base']);
    const [keptOrder, changedOrder] = [await order('kept'), await order('changed')];
    await assertAgreement();
    // The base backup must have ended in an earlier second.
    const moment = await eventually(async () => {
      const [row] = await server.query<{ now: string; later: boolean }>(
        `select clock_timestamp()::text as now, clock_timestamp() > max((pg_stat_file('/tmp/backups/base/' || name)).modification) + interval '2 s' as later
         from pg_ls_dir('/tmp/backups/base') as name`,
      );
      return row!.later && row!.now;
    });
    const lostProject = await finishContest(user, admin, offer);
    assert.equal((await user.put(`/v1/projects/${changedOrder}`, { status: 'canceled' })).status, 204);
    await assertAgreement();
    await server.query('select pg_switch_wal()');
    await stop();
    await server.crash('second');
    await server.backup(['restore', server.folder('third'), moment], { WAL_FROM: `${server.folder('second')}/pg_wal` });
    await server.start('third');
    const transport = await postgresTransport({ url: databases.messaging.url, logger: log() });
    for (const name of serviceNames) {
      const service = await idleService(name, databases[name].url, folder.path, transport);
      await service.acceptRestore();
      await service.stop();
    }
    await transport.close();

    await start();
    await assertAgreement();
    assert.equal((await user.get(`/v1/projects/${keptOrder}`)).status, 200);
    assert.equal((await user.get(`/v1/projects/${lostProject}`)).status, 404);
    assert.equal((await user.get(`/v1/projects/${changedOrder}`)).body.state, 'published');
    await finishContest(user, admin, offer);
    await assertAgreement();
    await Promise.all([checks.assertBooked(), checks.assertHistories(), checks.assertReceipts()]);
  });

  test('the removal of old backups leaves a restorable one, and invalid arguments are refused in one line', async () => {
    await server.backup(['base']);
    await server.backup(['remove', '7']);
    const wrongArguments: [string[], RegExp][] = [
      [['restore', server.folder('third')], /: backup.sh: \/tmp\/third is not empty$/],
      [
        ['restore', server.folder('none'), '2020-01-01 00:00:00+00'],
        /: backup.sh: no base backup in \/tmp\/backups\/base ended before 2020-01-01 00:00:00\+00$/,
      ],
      [['restore', server.folder('none'), 'yesteryear'], /backup.sh: 'yesteryear' is no time$/],
      [['remove', 'all'], /: backup.sh: 'all' is no number of days$/],
      [['restore'], /backup.sh restore <folder> \[<time>\]/],
    ];
    for (const [args, expected] of wrongArguments)
      await assert.rejects(server.backup(args), ({ message }: Error) => expected.test(message.trim()));
    // The remaining backup can be restored.
    await server.backup(['restore', server.folder('fourth')]);
  });
});
