import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newGid } from '@partner-ordering/data';
import { holder, issuer, testFiles, type TestFiles } from './fixtures.ts';
import { removeUnused } from './housekeeping.ts';
import { diskStorage } from './storage/disk-storage.ts';
import { signer } from './storage/signatures.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('claims', () => {
  let files: TestFiles;
  before(async () => void (files = await testFiles()));
  after(() => files.stop());

  const cleanUp = async (days: number): Promise<void> => {
    const storage = await diskStorage({ folder: files.folder, issuer, signer: signer('not used here, but long enough for it') });
    await removeUnused({ database: files.service.database, storage, now: new Date(Date.now() + days * DAY_MS) });
  };

  test('what its uploader attaches is claimed, named by path or by address; again changes nothing', async () => {
    const user = newGid();
    const [one, two] = [await files.upload(user), await files.upload(user)];
    const paths = [one, `${issuer}/v1/storage/${two}`];

    const { files: claimed, refused } = await files.claim({ paths, user });
    assert.deepEqual(refused, []);
    assert.deepEqual(claimed[1], {
      path: two,
      url: `${issuer}/v1/storage/${two}`,
      image_url: null,
      name: 'brief.txt',
      content_type: 'text/plain',
      size: 20,
    });
    assert.deepEqual((await files.claim({ paths, user })).files, claimed);
  });

  test('a file of somebody else, an unknown one or a foreign address refuses all of them', async () => {
    const user = newGid();
    const [own, foreign] = [await files.upload(user), await files.upload(newGid())];
    const elsewhere = 'https://elsewhere.example/v1/storage/x';
    const { files: claimed, refused } = await files.claim({ paths: [own, foreign, newGid(), elsewhere, '../x'], user });

    assert.deepEqual(claimed, []);
    assert.equal(refused.length, 4);
    await cleanUp(8);
    assert.ok(!(await files.stored()).includes(own), 'it was not claimed');
  });

  test('what the user may read in one place may be attached in another; what not, not', async () => {
    const [uploader, member, stranger] = [newGid(), newGid(), newGid()];
    const path = await files.upload(uploader);
    await files.claim({ paths: [path], user: uploader });
    files.see(holder, member, true);
    for (const href of [holder, '/v1/projects/other']) files.see(href, stranger, false);

    assert.equal((await files.claim({ paths: [path], user: member, holder: '/v1/projects/other' })).files.length, 1);
    assert.equal((await files.claim({ paths: [path], user: stranger, holder: '/v1/projects/third' })).refused.length, 1);
  });

  test('unused uploads go after 7 days, claimed ones stay until they are released', async () => {
    const user = await files.signIn();
    const [unused, used] = [await files.upload(user.gid), await files.upload(user.gid)];
    await files.claim({ paths: [used], user: user.gid });

    await cleanUp(6.9);
    assert.ok((await files.stored()).includes(unused));
    await cleanUp(7.1);
    assert.deepEqual([(await files.stored()).includes(unused), (await files.stored()).includes(used)], [false, true]);
    assert.equal((await user.get(`/v1/file_info/${unused}`)).status, 404);

    await files.internal('billing', '/releases', { paths: [used], holder });
    await cleanUp(7.1);
    assert.ok((await files.stored()).includes(used), 'only the service that claimed it releases it');
    await files.internal('ordering', '/releases', { paths: [used], holder });
    await cleanUp(7.1);
    assert.ok(!(await files.stored()).includes(used));
  });

  test('401 without a service token, 400 for a body that is no claim', async () => {
    const { status } = await fetch(`${files.url}/internal/claims`, { method: 'POST', body: '{}' });

    assert.equal(status, 401);
    assert.equal((await files.internal('ordering', '/claims', { paths: 'x' })).status, 400);
  });
});
