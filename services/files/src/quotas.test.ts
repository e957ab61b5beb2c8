import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, afterEach, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { eventually } from '@partner-ordering/testing';
import { sql } from '@partner-ordering/data';
import { assertCounted, countedFor } from './fixtures/counted.ts';
import { testFiles, type TestFiles } from './fixtures/test-files.ts';

describe('quotas', () => {
  const MIB = 1_048_576;
  const quotas = { uploadBytes: 4 * MIB, userBytes: 10 * MIB, organizationBytes: 20 * MIB };

  let files: TestFiles;
  before(async () => void (files = await testFiles({ quotas })));
  after(() => files.stop());
  afterEach(() => assertCounted(files.service.database));

  const member = (...memberOf: string[]) => files.signIn({ memberOf });
  const counted = (owner: string) => countedFor(files.service.database, owner);
  const sized = (bytes: number) => ({ content: new Uint8Array(bytes).fill(65) });
  /** Makes all forms of a user older. */
  const age = (user: string, minutes: number) =>
    files.service.database.query(sql`update upload_form set expires_at = expires_at - ${minutes} * interval '1 minute',
    reserved_until = reserved_until - ${minutes} * interval '1 minute' where uploader_gid = ${user}`);
  const refusalOf = async (response: Response): Promise<[number, string, string | null]> => {
    const { error } = (await response.json()) as { error: { reason: string; message: string } };
    assert.equal(error.reason, response.status === 429 ? 'quota_full' : 'too_large');
    return [response.status, error.message, response.headers.get('retry-after')];
  };
  /** Uploads so many bytes, in files of up to 4 MiB. */
  async function fill(user: string, bytes: number): Promise<string[]> {
    const paths: string[] = [];
    for (let left = bytes; left > 0; left -= 4 * MIB) paths.push(await files.upload(user, sized(Math.min(left, 4 * MIB))));
    return paths;
  }

  describe('upload forms', () => {
    test('an upload form is given again until an upload with it begins or less than 15 minutes are left', async () => {
      const { gid } = await member();
      const first = await files.form(gid);
      assert.deepEqual(await files.form(gid), first);
      await age(gid, 44);
      assert.equal((await files.form(gid)).fields['key'], first.fields['key']);
      await age(gid, 2);
      const second = await files.form(gid);
      assert.notEqual(second.fields['key'], first.fields['key']);
      assert.equal((await files.send(second, { content: 'bytes' })).status, 201);
      assert.notEqual((await files.form(gid)).fields['key'], second.fields['key']);
      assert.equal((await files.send(first, { content: 'bytes' })).status, 201, 'the older one is still valid');
    });

    test('a form whose upload failed is given again, and reserves nothing until the next upload', async () => {
      const { gid } = await member();
      const form = await files.form(gid);
      const failed = await files.send(form, { content: 'no picture', name: 'logo.png' });
      assert.equal(failed.status, 400);
      assert.deepEqual(await files.form(gid), form);
      assert.equal(await counted(gid), 0);
      assert.equal((await files.send(form, sized(4 * MIB))).status, 201);
      assert.equal(await counted(gid), 4 * MIB);
    });

    test('an upload in progress reserves its declared size, and nothing once it is interrupted', async (t) => {
      const { gid } = await member();
      const { action, fields } = await files.form(gid);
      const part = (name: string, value: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
      const head = Object.entries(fields)
        .map(([name, value]) => part(name, value))
        .join('');
      const headers = { 'content-type': 'multipart/form-data; boundary=b', 'content-length': MIB };
      const upload = request(files.reach(action), { method: 'POST', headers, agent: false }).on('error', () => undefined);
      t.after(() => upload.destroy());
      upload.write(`${head}--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf`);
      await eventually(async () => assert.equal(await counted(gid), MIB));
      upload.destroy();
      await eventually(async () => assert.equal(await counted(gid), 0));
    });

    test('20 concurrent requests of a user get the same form', async () => {
      const { gid } = await member();
      const forms = await Promise.all(Array.from({ length: 20 }, () => files.form(gid)));
      assert.equal(new Set(forms.map(({ fields }) => fields['key'])).size, 1);
      assert.equal(await counted(gid), 4 * MIB);
    });

    test('ended forms return their reservations, each minute', async () => {
      const organization = newGid();
      const { gid } = await member(organization);
      await files.form(gid);
      await age(gid, 59);
      await files.runJob('end_upload_forms');
      assert.deepEqual([await counted(gid), await counted(organization)], [4 * MIB, 4 * MIB], 'it is still valid');
      await age(gid, 2);
      await files.runJob('end_upload_forms');
      assert.deepEqual([await counted(gid), await counted(organization)], [0, 0]);
    });
  });

  describe('quotas of bytes', () => {
    test("a user's quota limits forms, 413 and 429 name the rest, and removed files return their bytes", async () => {
      const { gid } = await member();
      const [first] = await fill(gid, 8 * MIB);
      assert.equal(await counted(gid), 8 * MIB);
      const last = await files.form(gid);
      assert.equal(last.max_size, 2 * MIB);
      const tooLarge = await refusalOf(await files.send(last, sized(2 * MIB + 1)));
      assert.deepEqual(tooLarge, [413, `The file is larger than ${2 * MIB} bytes`, null]);
      assert.equal((await files.send(last, sized(2 * MIB - 5))).status, 201);

      const none = await files.form(gid);
      assert.equal(none.max_size, 0);
      const full = `Nothing can be uploaded until files are removed or forms expire: 5 of ${10 * MIB} bytes are left for the user`;
      assert.deepEqual(await refusalOf(await files.send(none, { content: '' })), [429, full, '3600']);
      await files.service.database.query(sql`update file set kept_until = now() - interval '1 minute' where path = ${first}`);
      await files.runJob('remove_unused_uploads');
      assert.equal(await counted(gid), 6 * MIB - 5);
      assert.equal((await files.send(none, sized(4 * MIB))).status, 201, 'the form that allowed nothing has room now');
      assert.equal((await files.form(gid)).max_size, 0, 'less than 1 MiB is of no use');
    });

    test("20 members at once do not exceed their organization's quota; Retry-After says when the first form expires", async () => {
      const organization = newGid();
      await files.upload((await member(organization)).gid, sized(MIB));
      const members = await Promise.all(Array.from({ length: 20 }, () => member(organization)));
      const forms = await Promise.all(members.map(({ gid }) => files.form(gid)));
      const given = forms.map((form) => form.max_size).toSorted((one, other) => other - one);
      assert.deepEqual(given, [...Array<number>(4).fill(4 * MIB), 3 * MIB, ...Array<number>(15).fill(0)]);
      assert.equal(await counted(organization), 20 * MIB);

      const holding = members[forms.findIndex((form) => form.max_size > 0)]!;
      await age(holding.gid, 50);
      const waiting = forms.find((form) => form.max_size === 0)!;
      const [status, message, retryAfter] = await refusalOf(await files.send(waiting, { content: 'bytes' }));
      const full = `Nothing can be uploaded until files are removed or forms expire: 0 of ${20 * MIB} bytes are left for the organization`;
      assert.deepEqual([status, message], [429, full]);
      assert.ok(Number(retryAfter) > 500 && Number(retryAfter) <= 600, `${retryAfter}`);
    });

    test('a file counts for the organization of its uploader with the most left', async () => {
      const [full, free] = [newGid(), newGid()];
      await files.form((await member(full)).gid);
      const { gid } = await member(full, free);
      await files.upload(gid, sized(3 * MIB));
      assert.deepEqual([await counted(full), await counted(free), await counted(gid)], [4 * MIB, 3 * MIB, 3 * MIB]);
    });

    test('documents of services and lost uploads do not count', async () => {
      const { gid } = await member();
      const path = await files.upload(gid, sized(MIB));
      const document = {
        path: 'receipt-1.pdf',
        holder: '/v1/receipts/1',
        name: 'Receipt',
        content_type: 'application/pdf',
        content: 'AAAA',
      };
      assert.equal((await files.internal('billing', '/documents', document)).status, 200);
      assert.equal(await counted('00000000-0000-0000-0000-000000000000'), 0);
      await files.service.database.query(sql`update file set lost_at = now() where path = ${path}`);
      assert.equal(await counted(gid), 0);
    });

    test('the count is right after forms, uploads, failures and removals of many users at once', async () => {
      const organizations = [newGid(), newGid()];
      const members = await Promise.all(Array.from({ length: 8 }, (_, index) => member(...organizations.slice(index % 3))));
      await Promise.all(
        members.map(async ({ gid }, index) => {
          for (let round = 0; round < 4; round++) {
            const form = await files.form(gid);
            if ((index + round) % 4 === 3) await files.send(form, { content: 'no picture', name: 'logo.png' });
            else await files.send(form, sized((index + 1) * 10_000 + round));
            if (round === 2) await files.runJob('end_upload_forms');
          }
        }),
      );
      await assertCounted(files.service.database);
      const gids = members.map(({ gid }) => gid);
      const removed = sql`update file set kept_until = now() - interval '1 minute' where uploader_gid = any(${gids}::uuid[]) and size_bytes % 2 = 0`;
      await files.service.database.query(removed);
      await Promise.all([files.runJob('remove_unused_uploads'), ...gids.map((gid) => files.form(gid))]);
    });
  });

  describe('quotas of forms', () => {
    test('a user with the most forms gets one that allows nothing; 429 says when the next is free', async () => {
      const { gid } = await member();
      const { database } = files.service;
      await database.query(sql`insert into upload_form (path, uploader_gid, max_size_bytes, reserved_bytes, expires_at, reserved_until, used_at)
        select gen_random_uuid(), ${gid}, 1, 0, now() + interval '1 hour', now() + interval '1 hour', now() from generate_series(1, 499)`);
      assert.equal((await files.form(gid)).max_size, 4 * MIB);
      await database.query(sql`update upload_form set used_at = now(), reserved_bytes = 0 where uploader_gid = ${gid}`);
      const none = await files.form(gid);
      assert.equal(none.max_size, 0);
      await age(gid, 30);
      const [status, message, retryAfter] = await refusalOf(await files.send(none, { content: 'bytes' }));
      const full = `Nothing can be uploaded until forms expire: the user has 500 of them, the most there may be; ${10 * MIB} bytes are left`;
      assert.deepEqual([status, message], [429, full]);
      assert.ok(Number(retryAfter) > 1700 && Number(retryAfter) <= 1800, `${retryAfter}`);
      await age(gid, 31);
      assert.equal((await files.form(gid)).max_size, 4 * MIB);
    });
  });
});
