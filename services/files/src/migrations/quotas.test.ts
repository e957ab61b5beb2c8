import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import { testDatabase } from '@partner-ordering/testing';
import { assertCounted, countedFor } from '../fixtures/counted.ts';
import { migrations } from './index.ts';

const FILES = 2_500;

test('a migration with thousands of files counts them for their uploaders in small steps, and what the previous version uploads meanwhile', async () => {
  const empty = await testDatabase('empty', async () => undefined);
  const open = (count: number) =>
    openDatabase({ url: empty.url, entities: [], poolSize: 2, applicationName: 'migration', migrations: migrations.slice(0, count) });
  const position = migrations.findIndex(({ name }) => name === 'files-009-count-older-files');
  const [old, between, now] = [await open(position - 2), await open(position), await open(position + 1)];
  const [one, other] = [newGid(), newGid()];
  const insert = (prefix: string, uploader: string, files: number) =>
    now.query({
      text: `insert into file (path, uploader_gid, name, content_type, size_bytes, sha256, created_at)
        select $1 || number, $2, 'x', 'text/plain', 3, '', now() from generate_series(1, $3::int) number`,
      values: [prefix, uploader, files],
    });
  try {
    await old.migrate();
    await insert('older-', one, FILES);
    await between.migrate();
    await insert('meanwhile-', other, 7);
    assert.deepEqual([await countedFor(now, one), await countedFor(now, other)], [0, 21]);

    await now.migrate();
    assert.deepEqual([await countedFor(now, one), await countedFor(now, other)], [3 * FILES, 21]);
    await assertCounted(now);
    const steps = await now.query<{ files: number }>({
      text: `select count(*)::int as files from file where path like 'older-%' group by xmin order by 1`,
      values: [],
    });
    assert.ok(steps.length >= 3 && steps.every(({ files }) => files <= 1000), JSON.stringify(steps));
    // What is cut off before it is recorded runs once more.
    await now.query({ text: `delete from mikro_orm_migrations where name = 'files-009-count-older-files'`, values: [] });
    await now.migrate();
    assert.deepEqual([await countedFor(now, one), await countedFor(now, other)], [3 * FILES, 21]);
  } finally {
    await Promise.all([old.close(), between.close(), now.close()]);
    await empty.drop();
  }
});
