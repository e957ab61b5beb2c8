import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/kernel';
import { plainPng } from '../fixtures/plain-png.ts';
import { sharedFiles, type TestFiles } from '../fixtures/test-files.ts';

const picture = () => plainPng({ width: 80, height: 60 });

describe('getPublicImage', () => {
  let files: TestFiles;
  before(async () => void (files = await sharedFiles()));

  const organization = `/v1/organizations/${newGid()}`;
  const show = (name: string, headers = {}) => fetch(`${files.url}/v1/p/img/${name}`, { headers });
  /** An image of an organization, which nobody may read. */
  async function hiddenLogo(): Promise<string> {
    const path = await files.upload((await files.signIn()).gid, { content: await picture(), name: 'logo.png' });
    const holder = `${organization}/${path}`;
    files.identity.hold(path, holder);
    files.identity.see(holder, null, false);
    return path;
  }

  test('404 for files that are private, no image or absent, even for their uploader', async () => {
    const user = await files.signIn();
    const own = await files.upload(user.gid, { content: await picture(), name: 'own.png' });
    const text = await files.upload(user.gid, { content: 'A loaf', name: 'a.txt' });
    files.identity.hold(text, organization);
    files.identity.see(organization, null, true);
    const hidden = await hiddenLogo();
    for (const name of [own, `${own}-icon`, text, hidden, newGid(), 'avatar-5252-1f.png', '..%2Fsecrets.json'])
      assert.equal((await show(name, { authorization: `Bearer ${user.token}` })).status, 404, name);
  });

  test('503 if no service says whether the image is public', async () => {
    const path = await hiddenLogo();
    files.ordering.setSilent(true);
    assert.equal((await show(path)).status, 503);
    files.ordering.setSilent(false);
    assert.equal((await show(path)).status, 404);
  });
});
