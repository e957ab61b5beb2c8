import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { sql } from '@partner-ordering/data';
import { newGid } from '@partner-ordering/kernel';
import { startS3, type S3Server } from '@partner-ordering/testing';
import { assertCounted, countedFor } from './fixtures/counted.ts';
import { testBucket } from './fixtures/test-bucket.ts';
import { testFiles, testOn, type TestFiles } from './fixtures/test-files.ts';

const MIB = 1_048_576;
const quotas = { uploadBytes: 4 * MIB, userBytes: 10 * MIB, organizationBytes: 20 * MIB };

describe('quotas where clients upload to a bucket', () => {
  let server: S3Server;
  let files: TestFiles;
  before(async () => {
    server = await startS3();
    const location = { s3: await testBucket(server) };
    testOn({ make: () => Promise.resolve({ location, remove: () => Promise.resolve() }) });
    files = await testFiles({ quotas });
  });
  after(async () => {
    await files.stop();
    await server.stop();
  });
  afterEach(() => assertCounted(files.service.database));

  const sized = (bytes: number) => ({ content: new Uint8Array(bytes).fill(65) });
  const counted = (owner: string) => countedFor(files.service.database, owner);
  const expire = (user: string) =>
    files.service.database.query(
      sql`update upload_form set expires_at = now() - interval '2 hours', reserved_until = now() - interval '1 hour' where uploader_gid = ${user}`,
    );

  test('an upload counts once the next form is requested, and as a file once it is named, without a reservation', async () => {
    const organization = newGid();
    const { gid } = await files.signIn({ memberOf: [organization] });
    const form = await files.form(gid);
    assert.equal((await files.form(gid)).fields['key'], form.fields['key']);
    assert.equal(await counted(gid), 4 * MIB);
    assert.equal((await files.send(form, sized(MIB))).status, 201);
    assert.notEqual((await files.form(gid)).fields['key'], form.fields['key']);
    assert.equal(await counted(gid), 5 * MIB);

    await files.resolve(gid, [form.fields['key']!]);
    assert.deepEqual([await counted(gid), await counted(organization)], [5 * MIB, 5 * MIB]);
    assert.ok(await files.isStored(form.fields['key']!));
    await expire(gid);
    await files.runJob('end_upload_forms');
    assert.deepEqual([await counted(gid), await counted(organization)], [MIB, MIB]);
  });

  test('an unnamed upload counts as long as it exists, including one that a used form has sent again', async () => {
    const { gid } = await files.signIn();
    const unnamed = await files.form(gid);
    await files.send(unnamed, sized(MIB));
    const named = await files.form(gid);
    await files.send(named, sized(2 * MIB));
    await files.resolve(gid, [named.fields['key']!]);
    assert.ok(await files.isStored(named.fields['key']!));
    await files.send(named, sized(3 * MIB));
    await expire(gid);
    await files.runJob('end_upload_forms');
    assert.equal(await counted(gid), MIB + 2 * MIB + 3 * MIB);

    for (const { fields } of [unnamed, named]) await files.storage.direct!.discard(fields['key']!);
    await expire(gid);
    await files.runJob('end_upload_forms');
    assert.equal(await counted(gid), 2 * MIB);
  });

  test('the storage refuses files above the rest of the quota; without a useful rest, the form allows 0 bytes', async () => {
    const { gid } = await files.signIn();
    for (const bytes of [4 * MIB, 4 * MIB]) assert.equal((await files.send(await files.form(gid), sized(bytes))).status, 201);
    const last = await files.form(gid);
    assert.equal(last.max_size, 2 * MIB);
    const refused = await files.send(last, sized(2 * MIB + 1));
    assert.ok(refused.status >= 400 && refused.status < 500, `${refused.status}`);
    assert.equal((await files.send(last, sized(2 * MIB))).status, 201);
    assert.equal((await files.form(gid)).max_size, 0);
  });

  test('a form with a requested `size` reserves that, and the storage accepts no more with it', async () => {
    const user = await files.signIn({ scope: 'upload_files' });
    const formFor = async (size: number) => (await user.get(`/v1/upload_form?size=${size}`)).body;
    const [form] = [await formFor(MIB), await formFor(MIB), await formFor(MIB)];
    assert.equal(await counted(user.gid), 3 * MIB);
    const refused = await files.send(form, sized(MIB + 1));
    assert.ok(refused.status >= 400 && refused.status < 500, `${refused.status}`);
    assert.equal((await files.send(form, sized(MIB))).status, 201);
    const kept = [(await formFor(4 * MIB)).max_size, (await formFor(4 * MIB)).max_size, await counted(user.gid)];
    assert.deepEqual(kept, [4 * MIB, 0, 7 * MIB], 'a form for a bucket keeps what it reserves: it can still be sent');
  });
});
