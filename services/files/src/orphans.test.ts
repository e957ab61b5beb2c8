import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { lockIsAwaited } from '@partner-ordering/testing';
import { removeOrphans, type Orphans } from './domain/orphans.ts';
import { sizeOf, testFiles, type TestFiles } from './fixtures/test-files.ts';

const HOUR_MS = 60 * 60 * 1000;

describe('stored files without a row', () => {
  let files: TestFiles;
  before(async () => void (files = await testFiles()));
  after(() => files.stop());

  const orphan = async (): Promise<string> => {
    const path = newGid();
    await files.storage.put(path, Buffer.from('bytes'));
    return path;
  };
  /** Removes orphans, as of so many hours from now. */
  const sweepAll = (hours: number): Promise<Orphans> =>
    removeOrphans(files.parts, { now: new Date(Date.now() + hours * HOUR_MS), signal: new AbortController().signal });
  /** Like `sweepAll`, answers the number of removed files. */
  const sweep = async (hours: number): Promise<number> => (await sweepAll(hours)).removed;

  test('stored files without a row are removed after a day; recorded files stay', async () => {
    const paths = [await orphan(), await orphan(), await orphan()];
    const user = await files.signIn();
    const recorded = await files.upload(user.gid);
    assert.equal((await user.get(`/v1/files/${recorded}`)).status, 200);

    assert.equal(await sweep(23), 0);
    assert.equal(await sweep(25), 3);
    assert.equal(await sizeOf(files.storage, paths[0]!), undefined);
    assert.equal(await sizeOf(files.storage, recorded), 20);
    assert.equal(await sweep(25), 0);
  });

  test('orphans stay while a service holds them or is silent', async () => {
    const path = await orphan();
    files.ordering.hold(path, '/v1/projects/1');
    assert.deepEqual(await sweepAll(25), { removed: 0, held: [path] });
    files.ordering.letGo(path, '/v1/projects/1');
    files.billing.setSilent(true);
    await assert.rejects(sweep(25));
    files.billing.setSilent(false);
    assert.equal(await sweep(25), 1);
  });

  test('orphans older than the database stay, as it may be the wrong one', async () => {
    await orphan();
    const moveDatabase = (hours: number) =>
      files.service.database.query({
        text: `update mikro_orm_migrations set executed_at = executed_at + $1 * interval '1 hour'`,
        values: [hours],
      });

    await moveDatabase(1);
    assert.equal(await sweep(25), 0);
    await moveDatabase(-1);
    assert.equal(await sweep(25), 1);
  });

  test('files stay while their path is being recorded, and are then no orphans', async () => {
    const path = await orphan();
    const { database } = files.service;
    const [inserted, recording] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const recorded = database.transactional(async (tx) => {
      await tx.query({ text: 'select pg_advisory_xact_lock(hashtextextended($1, 2))', values: [path] });
      await tx.query({
        text: `insert into file (path, uploader_gid, name, content_type, size_bytes, created_at) values ($1, $2, 'x', 'text/plain', 5, now())`,
        values: [path, newGid()],
      });
      inserted.resolve();
      await recording.promise;
    });
    await inserted.promise;
    const sweeping = sweep(25);
    await lockIsAwaited(database.pool).finally(recording.resolve);

    assert.deepEqual(await Promise.all([sweeping, recorded]), [0, undefined]);
    assert.equal(await sizeOf(files.storage, path), 5);
  });
});
