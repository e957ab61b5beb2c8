import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { DAY_MS, newGid } from '@partner-ordering/kernel';
import { sql } from '@partner-ordering/data';
import { holder, testFiles, type TestFiles } from '../fixtures/test-files.ts';
import type { HolderLookup } from './holders.ts';
import { removeUnused } from './unused-uploads.ts';

const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

describe('unused uploads', () => {
  let files: TestFiles;
  before(async () => void (files = await testFiles()));
  after(() => files.stop());
  afterEach(() => {
    for (const service of [files.ordering, files.billing]) service.setSilent(false);
  });

  /** Removes unused files, as of so many days from now. */
  const cleanUp = (
    days: number,
    parts: Parameters<typeof removeUnused>[0] = files.parts,
    signal = new AbortController().signal,
  ): Promise<void> => removeUnused(parts, { now: inDays(days), signal });
  const stored = (paths: readonly string[]): Promise<boolean[]> => Promise.all(paths.map((path) => files.isStored(path)));

  test('unused uploads are removed after 7 days, attached ones stay', async () => {
    const user = await files.signIn();
    const [unused, used] = [await files.upload(user.gid), await files.upload(user.gid)];
    files.ordering.hold(used, holder);

    await cleanUp(6.9);
    assert.deepEqual(await stored([unused, used]), [true, true]);
    await cleanUp(7.1);
    assert.deepEqual(await stored([unused, used]), [false, true]);
    assert.equal((await user.get(`/v1/file_info/${unused}`)).status, 404);
  });

  test('a detached file is removed 7 days after its last detachment, in whatever service', async () => {
    const path = await files.upload(newGid());
    files.ordering.hold(path, holder);
    await cleanUp(20);
    files.billing.letGo(path, holder, inDays(21));
    files.ordering.letGo(path, holder, inDays(22));

    await cleanUp(28.9);
    assert.deepEqual(await stored([path]), [true]);
    await cleanUp(29.1);
    assert.deepEqual(await stored([path]), [false]);
  });

  test('nothing is removed while any service that may hold files is silent', async () => {
    const path = await files.upload(newGid());
    for (const service of [files.ordering, files.billing]) {
      service.setSilent(true);
      await assert.rejects(cleanUp(40));
      service.setSilent(false);
      assert.deepEqual(await stored([path]), [true]);
    }
    await cleanUp(40);
    assert.deepEqual(await stored([path]), [false]);
  });

  test('many unused uploads are removed in batches, by two instances at once', async () => {
    const paths = await Promise.all(Array.from({ length: 3 }, () => files.upload(newGid())));
    files.ordering.hold(paths[0]!, holder);
    await files.service.database
      .query(sql`insert into file (path, uploader_gid, name, content_type, size_bytes, sha256, created_at, kept_until)
      select 'bulk-' || n, ${newGid()}, 'x', 'text/plain', 1, 'x', now(), now() from generate_series(1, 1200) n`);

    await Promise.all([cleanUp(60), cleanUp(60)]);
    assert.deepEqual(await stored(paths), [true, false, false]);
    const [left] = await files.service.database.query<{ count: number }>(
      sql`select count(*)::int as count from file where path like 'bulk-%'`,
    );
    assert.equal(left?.count, 0);
  });

  test('a locked file stays until the next run and is asked about at most once; others are removed', async () => {
    const [locked, other] = [await files.upload(newGid()), await files.upload(newGid())];
    const questions: (readonly string[])[] = [];
    const held: HolderLookup['held'] = (paths) => (questions.push(paths), files.parts.holders.held(paths));
    const lock = (path: string, meanwhile: () => Promise<void>) =>
      files.service.database.transactional(async (tx) => {
        await tx.query(sql`select from file where path = ${path} for update`);
        await meanwhile();
      });

    await lock(locked, () => cleanUp(61, { ...files.parts, holders: { held } }));
    assert.deepEqual(await stored([locked, other]), [true, false]);
    assert.ok(questions.filter((paths) => paths.includes(locked)).length <= 1, `${questions.length} questions`);
    await cleanUp(61);
    assert.deepEqual(await stored([locked]), [false]);
  });

  test('a run ends between two batches when its service stops', async () => {
    await files.service.database
      .query(sql`insert into file (path, uploader_gid, name, content_type, size_bytes, sha256, created_at, kept_until)
      select 'bulk-' || n, ${newGid()}, 'x', 'text/plain', 1, 'x', now(), now() from generate_series(1, 250) n`);
    const stopping = new AbortController();
    const held: HolderLookup['held'] = (paths) => (stopping.abort(), files.parts.holders.held(paths));

    await assert.rejects(cleanUp(61, { ...files.parts, holders: { held } }, stopping.signal), { name: 'AbortError' });
    const [left] = await files.service.database.query(sql`select count(*)::int as count from file where path like 'bulk-%'`);
    assert.deepEqual(left, { count: 150 });
    await cleanUp(61);
  });

  test('held files that were due together are asked about again at different times within 7 days', async () => {
    const { database } = files.service;
    await database.query(sql`insert into file (path, uploader_gid, name, content_type, size_bytes, sha256, created_at, kept_until)
      select 'held-' || n, ${newGid()}, 'x', 'text/plain', 1, 'x', now(), now() from generate_series(1, 200) n`);
    for (let n = 1; n <= 200; n++) files.ordering.hold(`held-${n}`, holder);

    await cleanUp(62);
    const [spread] =
      await database.query(sql`select count(*)::int as count, min(kept_until) > ${inDays(65)} and max(kept_until) < ${inDays(69.1)} as
      "isWithin", count(distinct date_trunc('hour', kept_until)) > 40 as "isSpread" from file where path like 'held-%'`);
    assert.deepEqual(spread, { count: 200, isWithin: true, isSpread: true });
    await database.query(sql`delete from file where path like 'held-%'`);
  });

  test('a document that is stored again before the run is not removed', async () => {
    const path = `receipt-${newGid()}.pdf`;
    const document = { path, holder: '/v1/receipts/2', name: 'R.pdf', content_type: 'application/pdf', content: 'YQ==' };
    await files.internal('billing', '/documents', document);
    await files.service.database.query(sql`update file set created_at = ${inDays(-8)}, kept_until = ${inDays(-1)} where path = ${path}`);
    await files.internal('billing', '/documents', document);

    await cleanUp(0);
    assert.deepEqual(await stored([path]), [true]);
    await cleanUp(7.1);
    assert.deepEqual(await stored([path]), [false]);
  });

  test('due files are found by an index, however many are kept', async () => {
    const plan = await files.service.database.transactional(async (tx) => {
      await tx.query(sql`insert into file (path, uploader_gid, name, content_type, size_bytes, sha256, created_at)
        select 'kept-' || n, ${newGid()}, 'x', 'text/plain', 1, 'x', now() from generate_series(1, 20000) n`);
      await tx.query(sql`analyze file`);
      const rows = await tx.query<{ 'QUERY PLAN': string }>(sql`explain select path from file
        where kept_until < now() - interval '1 year' order by kept_until limit 100 for update skip locked`);
      await tx.query(sql`delete from file where path like 'kept-%'`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    assert.match(plan, /file_kept_until/);
  });
});
