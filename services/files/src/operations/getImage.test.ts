import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import sharp from 'sharp';
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

  test('200 draws an avatar from its name alone, in three sizes, whatever the alphabet', async () => {
    const user = await files.signIn({ scope: 'files' });
    const sizes = { '': 320, '-thumb': 160, '-icon': 64 };

    for (const initials of ['RR', 'ÉÖ', 'ЖЯ', '<&', '', '日本', '👩‍🎨', 'ञ्रि'])
      for (const [variation, side] of Object.entries(sizes)) {
        const response = await show(user.token, `avatar-${Buffer.from(initials).toString('hex')}-1f${variation}.png`);
        assert.equal(response.status, 200, initials);
        assert.deepEqual(await measured(response), [side, side, 'png']);
      }
    const drawn = await sharp(await (await show(user.token, 'avatar-5252-1f.png')).arrayBuffer()).stats();
    assert.ok(drawn.channels[0]!.max === 255, 'there are white letters');
  });
});
