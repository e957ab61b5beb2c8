import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { countedFor } from '../fixtures/counted.ts';
import { testFiles, type TestFiles } from '../fixtures/test-files.ts';

const MIB = 1_048_576;
const quotas = { uploadBytes: 4 * MIB, userBytes: 10 * MIB, organizationBytes: 20 * MIB };
const scope = 'upload_files';
const sized = (bytes: number) => ({ content: new Uint8Array(bytes).fill(65) });

describe('getUploadForm', () => {
  let files: TestFiles;
  before(async () => void (files = await testFiles({ quotas })));
  after(() => files.stop());

  test('200 gives a form for one file each time, and never that of GET /v1/me', async () => {
    const user = await files.signIn({ scope });
    const own = await files.form(user.gid);
    const answers = await Promise.all([user.get('/v1/upload_form'), user.get('/v1/upload_form')]);
    assert.deepEqual(
      answers.map(({ status, headers }) => [status, headers.get('cache-control')]),
      [
        [200, 'no-store'],
        [200, 'no-store'],
      ],
    );
    const forms = [own, ...answers.map(({ body }) => body)];
    assert.equal(new Set(forms.map(({ fields }) => fields.key)).size, 3);
    assert.deepEqual(await files.form(user.gid), own, 'the form of /me is still the one that it was');
    const sent = await Promise.all(forms.map((form, index) => files.send(form, { content: `file ${index}` })));
    assert.deepEqual(
      sent.map(({ status }) => status),
      [201, 201, 201],
    );
  });

  test('200 allows what earlier forms leave of the quota; then the oldest unused form returns its reservation', async () => {
    const user = await files.signIn({ scope });
    const forms = [];
    for (let count = 0; count < 4; count += 1) forms.push((await user.get('/v1/upload_form')).body);
    assert.deepEqual(
      forms.map(({ max_size: size }) => size),
      [4 * MIB, 4 * MIB, 2 * MIB, 4 * MIB],
    );
    const sent = await Promise.all(forms.map((form) => files.send(form, { content: 'bytes' })));
    assert.deepEqual(
      sent.map(({ status }) => status),
      [201, 201, 201, 201],
    );
  });

  test('200 reserves and allows the requested `size`; if less is left, the oldest unused forms return their reservations', async () => {
    const user = await files.signIn({ scope });
    const formFor = async (size: number) => (await user.get(`/v1/upload_form?size=${size}`)).body;
    const forms = [];
    for (let count = 0; count < 20; count += 1) forms.push(await formFor(MIB / 4));
    assert.deepEqual(
      forms.map(({ max_size: size }) => size),
      Array<number>(20).fill(MIB / 4),
    );
    assert.equal(await countedFor(files.service.database, user.gid), 5 * MIB);
    assert.equal((await files.send(forms[0], sized(MIB / 4 + 1))).status, 413);
    assert.equal((await files.send(forms[0], sized(MIB / 4))).status, 201);
    assert.deepEqual([(await formFor(3 * MIB)).max_size, (await formFor(4 * MIB)).max_size], [3 * MIB, 4 * MIB]);
    assert.equal(await countedFor(files.service.database, user.gid), 10 * MIB);
    for (const size of [0, 1024 * MIB + 1]) {
      const { status, body } = await user.get(`/v1/upload_form?size=${size}`);
      assert.deepEqual([status, body.error.details[0].path], [400, 'size']);
    }
  });

  test('200 with 0 bytes if all unused forms together make no room; they keep their reservations', async () => {
    const user = await files.signIn({ scope });
    const formFor = async (size: number) => (await user.get(`/v1/upload_form?size=${size}`)).body;
    for (const size of [4 * MIB, 4 * MIB]) assert.equal((await files.send(await formFor(size), sized(size))).status, 201);
    assert.equal((await formFor(MIB)).max_size, MIB);
    assert.equal((await formFor(4 * MIB)).max_size, 0);
    assert.equal(await countedFor(files.service.database, user.gid), 9 * MIB);
  });
});
