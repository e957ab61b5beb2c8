import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import type { ApiClient } from '@partner-ordering/testing';
import { faults } from '../faults.ts';
import { countedFor } from '../fixtures/counted.ts';
import { issuer, sharedFiles, type TestFiles } from '../fixtures/test-files.ts';
import { defaultQuotas } from './forms/quotas.ts';
import { removeUnused } from './unused-uploads.ts';

describe('avatars as files', () => {
  let files: TestFiles;
  let user: ApiClient & { gid: string };
  before(async () => {
    files = await sharedFiles();
    user = await files.signIn();
  });

  const image = (name: string) => `${issuer}/v1/img/${name}`;
  const bytes = async (url: string) =>
    Buffer.from(await (await fetch(url, { headers: { authorization: `Bearer ${user.token}` } })).arrayBuffer());
  const query = <Row>(text: string, ...values: unknown[]) => files.service.database.query<Row>({ text, values });
  const counted = (owner: string) => countedFor(files.service.database, owner);
  const keptUntil = async (path: string): Promise<Date | undefined> => {
    const [row] = await query<{ at: string }>('select kept_until::text as at from file where path = $1', path);
    return row && new Date(row.at);
  };
  const inDays = (days: number): Date => new Date(Date.now() + days * 24 * 60 * 60 * 1000);

  test('naming an avatar in any size names the large one, with the bytes at its address', async () => {
    const path = 'avatar-5555-07.png';
    const [named] = await files.resolve(user.gid, [image('avatar-5555-07-icon.png')]);
    assert.deepEqual([named!.file?.path, named!.file?.image_url, named!.file?.content_type], [path, image(path), 'image/png']);
    const { body } = await user.get(`/v1/files/${path}`);
    assert.deepEqual(await bytes(files.reach(body.url)), await bytes(files.reach(image(path))));
    const { body: info } = await user.get(`/v1/file_info/${path}`);
    assert.deepEqual([info.name, info.image], [path, { width: 320, height: 320 }]);
  });

  test('concurrent requests that name an avatar find one file', async () => {
    const name = 'avatar-4b53-1f.png';
    const answers = await Promise.all(Array.from({ length: 8 }, () => files.resolve(user.gid, [name])));
    assert.deepEqual(
      answers.map(([answer]) => answer?.file?.path),
      answers.map(() => name),
    );
  });

  test('an unused avatar is removed after 7 days and comes back; naming keeps it for at least a day', async () => {
    const name = 'avatar-4b53-20.png';
    await files.resolve(user.gid, [name]);
    await query(`update file set kept_until = $2 where path = $1`, name, inDays(0.5));
    await files.resolve(user.gid, [name]);
    assert.ok((await keptUntil(name))! > inDays(6));

    await removeUnused(files.parts, { now: inDays(8), signal: new AbortController().signal });
    assert.deepEqual([await keptUntil(name), await files.isStored(name)], [undefined, false]);
    const [again] = await files.resolve(user.gid, [name]);
    assert.deepEqual([again?.file?.path, await files.isStored(name)], [name, true]);
  });

  test('an avatar counts for the first user who names or reads it; beyond the quota it is only an image', async () => {
    const organization = newGid();
    const [member, other, page] = [
      await files.signIn({ memberOf: [organization] }),
      await files.signIn(),
      await files.signIn({ scope: 'files' }),
    ];
    const [named, read, third] = ['avatar-5151-01.png', 'avatar-5151-02.png', 'avatar-5151-03.png'];
    const [first] = await files.resolve(member.gid, [named]);
    const { size } = first!.file!;
    assert.deepEqual([await counted(member.gid), await counted(organization)], [size, size]);
    await files.resolve(member.gid, [named]);
    for (const one of [other, page]) assert.equal((await one.get(`/v1/files/${named}`)).status, 200);
    assert.deepEqual([await counted(member.gid), await counted(other.gid)], [size, 0], 'it is one file');
    assert.equal((await page.get(`/v1/files/${read}`)).status, 404, 'a token for files makes none');
    assert.equal((await other.get(`/v1/files/${read}`)).status, 200);
    assert.equal(await counted(page.gid), 0);
    assert.equal(await counted(other.gid), (await member.get(`/v1/file_info/${read}`)).body.size);

    await query('update file set size_bytes = $2 where path = $1', named, defaultQuotas.userBytes - 100);
    const full = faults.quota_full('file', { bytes_left: 100, max: defaultQuotas.userBytes, quota_of: 'user' });
    const { path: _, ...refusal } = full;
    const [known, refused] = await files.resolve(member.gid, [read, third]);
    assert.deepEqual([known!.file?.path, refused!.file, refused!.refusal], [read, null, refusal]);
    for (const path of [`/v1/files/${third}`, `/v1/file_info/${third}`]) {
      const { status, body } = await member.get(path);
      assert.deepEqual([status, body.error.details], [400, [full]], path);
    }
    assert.equal(await files.isStored(third), false);
    const image = await fetch(`${files.url}/v1/img/${third}`, { headers: { authorization: `Bearer ${member.token}` } });
    assert.deepEqual([image.status, image.headers.get('content-type')], [200, 'image/png']);
  });

  test("404 for a name that only resembles an avatar's", async () => {
    for (const name of ['avatar-5-07.png', 'avatar-5555-07.jpg', 'avatar-5555-07-large.png'])
      assert.equal((await user.get(`/v1/files/${name}`)).status, 404, name);
  });
});
