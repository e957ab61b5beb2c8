import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { keyVariables, makeKeys } from '@partner-ordering/service';
import { urlVariables } from '@partner-ordering/kernel';
import { eventually, freePort, startTlsPostgres, testCertificate, type TlsPostgres } from '@partner-ordering/testing';
import { run, stop, stopAll, temporaryFolder, type Program } from './program.ts';

describe('a service whose databases take TLS only', () => {
  const folder = temporaryFolder();
  const authorities = join(folder.path, 'ca.crt');
  let server: TlsPostgres;
  let variables: Record<string, string | number>;

  const notifications = (args: string[] = [], more: object = { NODE_EXTRA_CA_CERTS: authorities }): Program =>
    run('services/notifications/src/main.ts', { ...variables, ...more }, args);

  before(async () => {
    const certificate = await testCertificate();
    writeFileSync(authorities, certificate.cert);
    server = await startTlsPostgres(certificate);
    await server.show(certificate);
    for (const name of ['notifications', 'messaging']) await server.query(`create database ${name}`);
    makeKeys(folder.path);
    const urlOf = (database: string): string =>
      Object.assign(new URL(server.url), { pathname: database, search: '?sslmode=verify-full' }).href;
    variables = {
      PORT: await freePort(),
      MAIL_DIR: folder.path,
      ISSUER: 'https://orders.example',
      DATABASE_URL: urlOf('notifications'),
      MESSAGING_URL: urlOf('messaging'),
      ...urlVariables(() => 'http://127.0.0.1:9'),
      ...keyVariables(folder.path, 'notifications'),
    };
  });
  after(async () => {
    await stopAll();
    await server.stop();
    folder.remove();
  });

  test('`migrate` ends in one line when the certificate is not trusted', async () => {
    const refusedProgram = notifications(['migrate'], {});
    assert.equal(await refusedProgram.ended, 1);
    assert.match(
      refusedProgram.stderr(),
      /^Cannot [^\n]*: self-signed certificate; [^\n]*see sslmode and sslrootcert of the database's URL\n$/,
    );
  });

  test('`migrate` and each connection of the running service use TLS', async () => {
    const migrated = notifications(['migrate']);
    assert.equal(await migrated.ended, 0, migrated.stderr());
    const service = notifications();
    const expectedNames = ['', ' relay', ' jobs', ' deliveries', ' events'].map((kind) => `notifications${kind}`);
    await eventually(async () => {
      const connections = await server.query<{ name: string }>(
        'select distinct application_name as name from pg_stat_activity join pg_stat_ssl using (pid) where ssl',
      );
      const missing = [...expectedNames, 'messaging', 'messaging listener'].filter(
        (name) => !connections.some((each) => each.name === name),
      );
      assert.deepEqual(missing, []);
    });
    assert.equal(await stop(service), 0);
  });
});
