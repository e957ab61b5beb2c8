import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '@partner-ordering/data';
import { testDatabase } from '@partner-ordering/testing';
import { migrations } from './index.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';
const DOCUMENTS = 2_500;

test('a migration with thousands of documents says of what they are in small steps, and so it clears the marks of unused files', async () => {
  const empty = await testDatabase('empty', async () => undefined);
  const open = (count: number) =>
    openDatabase({ url: empty.url, entities: [], poolSize: 2, applicationName: 'migration', migrations: migrations.slice(0, count) });
  const [before, now] = [await open(2), await open(5)];
  try {
    await before.migrate();
    const rows = <Row>(text: string) => now.query<Row>({ text, values: [] });
    const insert = (prefix: string, uploader: string, marked: string) =>
      rows(`insert into file (path, uploader_gid, name, content_type, size_bytes, sha256, created_at, unclaimed_since)
        select '${prefix}' || number, ${uploader}, 'x', 'text/plain', 1, '', now(), ${marked} from generate_series(1, ${DOCUMENTS}) number`);
    await insert('document-', `'${NOBODY}'`, 'null');
    await insert('upload-', 'gen_random_uuid()', 'now()');
    await rows(`insert into file_claim (path, service, holder, claimed_at) select path, 'billing', '/v1/of/' || path, now() from file`);
    await now.migrate();

    const wrong = `select from file where unclaimed_since is not null or kept_until < now() + interval '6 days'
      or document_of is distinct from case when uploader_gid = '${NOBODY}' then 'billing /v1/of/' || path end`;
    assert.deepEqual(await rows(wrong), []);
    const steps = await rows<{ files: number }>('select count(*)::int as files from file group by xmin order by 1');
    assert.deepEqual(steps.map(({ files }) => files), [500, 500, 1000, 1000, 1000, 1000]); // prettier-ignore
    // What is cut off before it is recorded runs once more.
    await rows(`delete from mikro_orm_migrations where name = 'files-005-documents'`);
    await now.migrate();
    assert.deepEqual(await rows(wrong), []);
  } finally {
    await Promise.all([before.close(), now.close()]);
    await empty.drop();
  }
});
