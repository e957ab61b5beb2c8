import assert from 'node:assert/strict';
import { afterEach, before, describe, test } from 'node:test';
import { DAY_MS, newGid } from '@partner-ordering/kernel';
import { sql } from '@partner-ordering/data';
import { holder, issuer, sharedFiles, type TestFiles } from './fixtures/test-files.ts';

const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);

describe('attachments', () => {
  let files: TestFiles;
  before(async () => void (files = await sharedFiles()));
  afterEach(() => {
    for (const service of [files.ordering, files.billing]) {
      service.setSilent(false);
      service.asked();
    }
  });

  const granted = async (user: string, names: string[]) => (await files.resolve(user, names)).map(({ file }) => file !== null);
  /** Uploads a file, so many days ago. */
  const uploadedAgo = async (user: string, days: number): Promise<string> => {
    const path = await files.upload(user);
    // An upload to a bucket is recorded when it is first named.
    await files.resolve(user, [path]);
    await files.service.database.query(sql`update file set created_at = ${daysAgo(days)} where path = ${path}`);
    return path;
  };
  /** Delivers an attachment event of ordering. */
  const tell = (path: string, state: object | null = { service: 'ordering', holder, path }) =>
    files.follow({ type: 'attachment', key: `${path}/ordering/${newGid()}`, state });
  const read = async (user: { get: (path: string) => Promise<{ status: number }> }, path: string) =>
    (await user.get(`/v1/file_info/${path}`)).status;

  describe('naming a file', () => {
    test('the uploader may name a file by path or address, and no service is asked', async () => {
      const user = newGid();
      const path = await files.upload(user);
      const address = `${issuer}/v1/storage/${path}`;
      const file = { path, url: address, image_url: null, public_image_url: null, name: 'brief.txt', content_type: 'text/plain', size: 20 };

      assert.deepEqual(
        await files.resolve(user, [path, address]),
        [path, address].map((given) => ({ given, file, refusal: null, is_foreign: false })),
      );
      assert.deepEqual([...files.ordering.asked(), ...files.billing.asked()], []);
    });

    test('a file of another user, an unknown file and a foreign address are refused; others are still answered', async () => {
      const user = newGid();
      const [own, foreign, unknown] = [await files.upload(user), await files.upload(newGid()), newGid()];
      const elsewhere = 'https://elsewhere.example/v1/storage/x';
      const answers = await files.resolve(user, [own, foreign, unknown, elsewhere, '../x']);

      assert.deepEqual(
        answers.map(({ given, refusal }) => [given, refusal?.code ?? null]),
        [
          [own, null],
          [foreign, 'not_found'],
          [unknown, 'not_found'],
          [elsewhere, 'not_a_file_reference'],
          ['../x', 'not_a_file_reference'],
        ],
      );
    });

    test('users who see the holder may name its file; each service is asked once, known holders first', async () => {
      const [uploader, member, stranger] = [newGid(), newGid(), newGid()];
      // Files are uploaded in turn, as a user has one form at a time.
      const paths = [await uploadedAgo(uploader, 30), await uploadedAgo(uploader, 30), await uploadedAgo(uploader, 30)];
      for (const path of paths) {
        files.ordering.hold(path, holder);
        await tell(path);
      }
      files.ordering.see(holder, member, true);

      assert.deepEqual(await granted(member, paths), [true, true, true]);
      assert.deepEqual([files.ordering.asked(), files.billing.asked()], [['readable'], []]);
      assert.deepEqual(await granted(stranger, paths), [false, false, false]);
      assert.deepEqual([files.ordering.asked(), files.billing.asked()], [['readable'], ['readable']]);
    });

    test('the uploader may name a file for 6 days after the upload, and later only by seeing its holder', async () => {
      const user = newGid();
      const [fresh, old] = [await uploadedAgo(user, 5.9), await uploadedAgo(user, 6.1)];
      assert.deepEqual(await granted(user, [fresh, old]), [true, false]);

      files.ordering.hold(old, holder);
      assert.deepEqual(await granted(user, [old]), [false]);
      files.ordering.see(holder, user, true);
      assert.deepEqual(await granted(user, [old]), [true]);
    });

    test('the uploader may name a file for 6 days after its last detachment, as the detaching service knows it', async () => {
      const user = newGid();
      const path = await uploadedAgo(user, 30);
      files.billing.letGo(path, holder, daysAgo(6.1));
      assert.deepEqual(await granted(user, [path]), [false]);
      files.ordering.letGo(path, holder, daysAgo(5.9));
      assert.deepEqual(await granted(user, [path]), [true]);
      assert.deepEqual(await granted(newGid(), [path]), [false]);
    });

    test('an admin may name every file within the same 6 days, and attached files always', async () => {
      const admin = await files.signIn({ roles: ['admin'] });
      const [fresh, old, detached, attached] = await Promise.all([1, 30, 30, 30].map((days) => uploadedAgo(newGid(), days)));
      files.ordering.letGo(detached!, holder, daysAgo(3));
      files.ordering.hold(attached!, holder);
      files.ordering.see(holder, admin.gid, true);

      assert.deepEqual(await granted(admin.gid, [fresh!, old!, detached!, attached!]), [true, false, true, true]);
    });

    test('503 for naming a file while a service is silent whose answer matters', async () => {
      const [user, member] = [newGid(), newGid()];
      const path = await uploadedAgo(user, 30);
      files.ordering.hold(path, holder);
      files.ordering.see(holder, member, true);
      const status = async (of: string) => (await files.internal('ordering', '/resolve', { user: of, names: [path] })).status;

      files.billing.setSilent(true);
      assert.deepEqual([await status(member), await status(user)], [200, 503]);
      files.billing.setSilent(false);
      files.ordering.setSilent(true);
      assert.deepEqual([await status(member), await status(user)], [503, 503]);
    });
  });

  describe('reading a file', () => {
    test('users who see the holder may read its file, even if events are missing or late', async () => {
      const [uploader, member] = [await files.signIn(), await files.signIn()];
      const path = await files.upload(uploader.gid);
      files.ordering.hold(path, holder);
      files.ordering.see(holder, member.gid, true);
      assert.deepEqual([await read(member, path), await read(uploader, path)], [200, 404], 'no event has come');

      files.ordering.see(holder, member.gid, false);
      await tell(path);
      assert.equal(await read(member, path), 404, 'the event that took the sight away has not come');
    });

    test('the uploader may read a file while nothing holds it, even if an event says otherwise', async () => {
      const uploader = await files.signIn();
      const path = await files.upload(uploader.gid);
      await tell(path);
      assert.equal(await read(uploader, path), 200);
      assert.deepEqual([files.ordering.asked(), files.billing.asked()], [['readable'], ['readable']]);

      files.billing.hold(path, '/v1/receipts/1');
      assert.equal(await read(uploader, path), 404);
    });

    test('200 once one service grants reading, even if another is silent; 503 if its answer matters', async () => {
      const [member, stranger] = [await files.signIn(), await files.signIn()];
      const path = await files.upload(newGid());
      files.ordering.hold(path, holder);
      files.ordering.see(holder, member.gid, true);
      await tell(path);
      files.billing.setSilent(true);

      assert.equal(await read(member, path), 200);
      assert.deepEqual(files.billing.asked(), []);
      assert.equal(await read(stranger, path), 503);
    });

    test('200 for the uploader of a new file while a service is silent; 503 once one holds it, by its answer or by an event', async () => {
      const uploader = await files.signIn();
      const [told, held] = [await files.upload(uploader.gid), await files.upload(uploader.gid)];
      files.ordering.setSilent(true);
      assert.equal(await read(uploader, told), 200);
      await tell(told);
      assert.equal(await read(uploader, told), 503);
      files.billing.hold(held, '/v1/receipts/2');
      assert.equal(await read(uploader, held), 503);
    });

    test('an admin may read every file, and no service is asked', async () => {
      const admin = await files.signIn({ roles: ['admin'] });
      const path = await files.upload(newGid());
      files.ordering.setSilent(true);
      assert.equal(await read(admin, path), 200);
    });
  });
});
