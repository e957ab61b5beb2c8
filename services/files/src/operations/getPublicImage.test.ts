import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import sharp from 'sharp';
import { newGid } from '@partner-ordering/kernel';
import { sharedFiles, type TestFiles } from '../fixtures/test-files.ts';

const picture = async (): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await sharp({ create: { width: 800, height: 600, channels: 3, background: '#3a7' } })
      .png()
      .toBuffer(),
  );

describe('getPublicImage', () => {
  let files: TestFiles;
  before(async () => void (files = await sharedFiles()));

  const organization = `/v1/organizations/${newGid()}`;
  const show = (name: string, headers = {}) => fetch(`${files.url}/v1/p/img/${name}`, { headers });
  /** An image that belongs to an organization, which everybody may read or nobody. */
  async function logo(isPublic = true): Promise<string> {
    const path = await files.upload((await files.signIn()).gid, { content: await picture(), name: 'logo.png' });
    const holder = `${organization}/${path}`;
    files.identity.hold(path, holder);
    files.identity.see(holder, null, isPublic);
    return path;
  }

  test('200 in three sizes without a token, also with one that is wrong', async () => {
    const path = await logo();
    for (const [name, width] of [
      [path, 800],
      [`${path}.png`, 800],
      [`${path}-thumb`, 320],
      [`${path}-icon.png`, 64],
    ] as const) {
      const response = await show(name);
      assert.deepEqual([response.status, response.headers.get('cache-control')], [200, 'public, max-age=300'], name);
      assert.equal((await sharp(await response.arrayBuffer()).metadata()).width, width);
    }
    assert.equal((await show(path, { authorization: 'Bearer wrong' })).status, 200);
  });

  test('304 for who has it, as long as it is public', async () => {
    const path = await logo();
    const tag = (await show(`${path}-icon`)).headers.get('etag')!;
    const again = await show(`${path}-icon`, { 'if-none-match': tag });
    assert.deepEqual([again.status, again.headers.get('etag'), again.headers.get('cache-control')], [304, tag, 'public, max-age=300']);
    assert.equal((await show(path, { 'if-none-match': tag })).status, 200);
    assert.equal((await show(await logo(false), { 'if-none-match': '*' })).status, 404);
  });

  test('404 for what is not public, no image, or not there, even to whoever uploaded it', async () => {
    const user = await files.signIn();
    const own = await files.upload(user.gid, { content: await picture(), name: 'own.png' });
    const text = await files.upload(user.gid, { content: 'A loaf', name: 'a.txt' });
    files.identity.hold(text, organization);
    files.identity.see(organization, null, true);
    const hidden = await logo(false);
    for (const name of [own, `${own}-icon`, text, hidden, newGid(), 'avatar-5252-1f.png', '..%2Fsecrets.json'])
      assert.equal((await show(name, { authorization: `Bearer ${user.token}` })).status, 404, name);
  });

  test('503 when nobody says whether it is public', async () => {
    const path = await logo(false);
    files.ordering.setSilent(true);
    assert.equal((await show(path)).status, 503);
    files.ordering.setSilent(false);
    assert.equal((await show(path)).status, 404);
  });

  test('its address names the file wherever a file is named', async () => {
    const user = await files.signIn();
    const path = await files.upload(user.gid, { content: await picture(), name: 'own.png' });
    const names = [`https://partner-ordering.test/v1/p/img/${path}`, `/v1/p/img/${path}-thumb.png`];
    const resolved = await files.resolve(user.gid, names);
    assert.deepEqual(
      resolved.map(({ file }) => [file?.path, file?.public_image_url]),
      names.map(() => [path, `https://partner-ordering.test/v1/p/img/${path}`]),
    );
  });
});
