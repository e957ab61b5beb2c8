import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import sharp from 'sharp';
import { newGid } from '@partner-ordering/kernel';
import { sharedFiles, type TestFiles } from '../fixtures/test-files.ts';

const picture = async (format: 'png' | 'jpeg', width = 800, height = 600): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 3, background: '#3a7' } })
      .toFormat(format)
      .toBuffer(),
  );

describe('getImage', () => {
  let files: TestFiles;
  before(async () => void (files = await sharedFiles()));

  const show = (token: string | undefined, name: string, headers = {}) =>
    fetch(`${files.url}/v1/img/${name}?access_token=${token}`, { headers });
  const measured = async (response: Response) => {
    const { width, height, format } = await sharp(await response.arrayBuffer()).metadata();
    return [width, height, format];
  };

  test('200 shows an image as it is, as icon and as thumb, to a token that may only read files', async () => {
    const user = await files.signIn({ scope: 'files' });
    const path = await files.upload(user.gid, { content: await picture('jpeg'), name: 'logo.jpg' });

    for (const [name, expected] of [
      [path, [800, 600, 'jpeg']],
      [`${path}.jpg`, [800, 600, 'jpeg']],
      [`${path}-thumb`, [320, 240, 'jpeg']],
      [`${path}-icon.jpg`, [64, 64, 'jpeg']],
      [`${path}-icon.jpg`, [64, 64, 'jpeg']],
    ] as const) {
      const response = await show(user.token, name);
      assert.equal(response.status, 200, name);
      assert.equal(response.headers.get('content-type'), 'image/jpeg');
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.deepEqual(await measured(response), expected);
    }
  });

  test('304 for an image that the caller has, in each size, and an avatar; what the head says of it stays', async () => {
    const [user, stranger] = [await files.signIn(), await files.signIn()];
    const path = await files.upload(user.gid, { content: await picture('jpeg'), name: 'logo.jpg' });
    const tags = new Set<string>();
    for (const name of [path, `${path}-thumb`, `${path}-icon.jpg`, 'avatar-5252-1f.png', 'avatar-5252-1f-icon.png']) {
      const authorization = `Bearer ${user.token}`;
      const shown = await fetch(`${files.url}/v1/img/${name}`, { headers: { authorization } });
      const tag = shown.headers.get('etag')!;
      tags.add(tag);
      const again = await fetch(`${files.url}/v1/img/${name}`, { headers: { authorization, 'if-none-match': tag } });
      assert.deepEqual([again.status, await again.text(), again.headers.get('content-length')], [304, '', null], name);
      for (const header of ['etag', 'cache-control', 'content-security-policy', 'vary'])
        assert.equal(again.headers.get(header), shown.headers.get(header), header);
      assert.equal((await show(user.token, name, { 'if-none-match': '"another"' })).status, 200, name);
    }
    assert.equal(tags.size, 5);
    assert.equal((await show(stranger.token, path, { 'if-none-match': '*' })).status, 404);
  });

  test('small images are not blown up', async () => {
    const user = await files.signIn();
    const path = await files.upload(user.gid, { content: await picture('png', 20, 10), name: 'dot.png' });

    assert.deepEqual(await measured(await show(user.token, `${path}-thumb.png`)), [20, 10, 'png']);
  });

  test('404 for a file that is no image, for a stranger and for other names', async () => {
    const [user, stranger] = [await files.signIn(), await files.signIn()];
    const page = await files.upload(user.gid, { content: '<html></html>', name: 'page.html' });
    const image = await files.upload(user.gid, { content: await picture('png'), name: 'logo.png' });

    for (const [token, name] of [
      [user.token, page],
      [user.token, `${page}-icon.png`],
      [stranger.token, image],
      [stranger.token, `${image}-icon.png`],
      [user.token, newGid()],
      [user.token, '..%2F..%2Fsecrets.json'],
      [user.token, 'avatar-zz-00.png'],
    ] as const)
      assert.equal((await show(token, name)).status, 404, name);
    assert.equal((await fetch(`${files.url}/v1/img/${image}`)).status, 401);
  });

  test('404 for an image that breaks off, in its small versions', async () => {
    const user = await files.signIn();
    const whole = new Uint8Array(
      await sharp({
        create: { width: 400, height: 400, channels: 3, background: 'red', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
      })
        .png()
        .toBuffer(),
    );
    const path = await files.upload(user.gid, { content: whole.slice(0, whole.length / 2), name: 'half.png' });

    assert.equal((await show(user.token, `${path}-thumb.png`)).status, 404);
  });

  test('200 draws an avatar from its name alone, in three sizes, whatever the alphabet', async () => {
    const user = await files.signIn({ scope: 'files' });
    const sizes = { '': 320, '-thumb': 160, '-icon': 64 };

    for (const initials of ['RR', 'ÉÖ', 'ЖЯ', '<&', '', '日本', '👩‍🎨'])
      for (const [variation, side] of Object.entries(sizes)) {
        const response = await show(user.token, `avatar-${Buffer.from(initials).toString('hex')}-1f${variation}.png`);
        assert.equal(response.status, 200, initials);
        assert.deepEqual(await measured(response), [side, side, 'png']);
      }
    const drawn = await sharp(await (await show(user.token, 'avatar-5252-1f.png')).arrayBuffer()).stats();
    assert.ok(drawn.channels[0]!.max === 255, 'there are white letters');
  });
});
