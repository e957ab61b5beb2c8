import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { answering, neighbourClient, serviceTokens, within } from '@partner-ordering/neighbours';
import { newGid } from '@partner-ordering/kernel';
import { sql } from '@partner-ordering/data';
import { serviceSecret } from '@partner-ordering/testing';
import { holder, issuer, testFiles, type TestFiles } from './fixtures/test-files.ts';
import { confirmAttachments } from './domain/confirm-attachments.ts';
import { removeUnused } from './domain/unused-uploads.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

describe('claims', () => {
  let files: TestFiles;
  before(async () => void (files = await testFiles()));
  after(() => files.stop());

  const cleanUp = async (days: number): Promise<void> => {
    await removeUnused({ database: files.service.database, storage: files.storage }, new Date(Date.now() + days * DAY_MS));
  };
  /**
   * Runs housekeeping so many hours from now and answers the failures. `missing` is ordering's answer; undefined means that it does not
   * answer.
   */
  const inspect = async (hours: number, missing: string[] | undefined): Promise<unknown[]> => {
    const failures: unknown[] = [];
    const tokens = serviceTokens({ secret: serviceSecret, service: 'files', clock: () => new Date() });
    const ask = neighbourClient({ urls: { ordering: [files.others] }, tokens });
    const neighbours = (timeoutMs: number) => answering(ask, within(timeoutMs));
    files.answer('/internal/missing', missing && { missing });
    const { database } = files.service;
    await confirmAttachments({ database, neighbours, onError: (error) => failures.push(error) }, new Date(Date.now() + hours * HOUR_MS));
    files.answer('/internal/missing', undefined);
    return failures;
  };
  const goesAsUnused = async (path: string): Promise<boolean> => {
    await cleanUp(8);
    return !(await files.isStored(path));
  };

  test('what its uploader attaches is claimed, named by path or by address; again changes nothing', async () => {
    const user = newGid();
    const [one, two] = [await files.upload(user), await files.upload(user)];
    const paths = [one, `${issuer}/v1/storage/${two}`];

    const { files: claimed, refused } = await files.attach({ paths, user });
    assert.deepEqual(refused, []);
    assert.deepEqual(claimed[1], {
      path: two,
      url: `${issuer}/v1/storage/${two}`,
      image_url: null,
      name: 'brief.txt',
      content_type: 'text/plain',
      size: 20,
    });
    assert.deepEqual((await files.attach({ paths, user })).files, claimed);
  });

  test('a file of somebody else, an unknown one or a foreign address refuses all of them', async () => {
    const user = newGid();
    const [own, foreign] = [await files.upload(user), await files.upload(newGid())];
    const elsewhere = 'https://elsewhere.example/v1/storage/x';
    const { files: claimed, refused } = await files.attach({ paths: [own, foreign, newGid(), elsewhere, '../x'], user });

    assert.deepEqual(claimed, []);
    assert.equal(refused.length, 4);
    await cleanUp(8);
    assert.ok(!(await files.isStored(own)), 'it was not claimed');
  });

  test('a question without a holder is answered alike and claims nothing', async () => {
    const user = newGid();
    const [own, foreign] = [await files.upload(user), await files.upload(newGid())];
    const { files: attachable } = await files.attach({ paths: [own], user, holder: null });

    assert.deepEqual(
      attachable.map(({ path }) => path),
      [own],
    );
    assert.equal((await files.attach({ paths: [own, foreign], user, holder: null })).refused[0]?.given, foreign);
    assert.ok(await goesAsUnused(own));
  });

  test('what the user may read in one place may be attached in another; what not, not', async () => {
    const [uploader, member, stranger] = [newGid(), newGid(), newGid()];
    const path = await files.upload(uploader);
    await files.attach({ paths: [path], user: uploader });
    files.see(holder, member, true);
    for (const href of [holder, '/v1/projects/other']) files.see(href, stranger, false);

    assert.equal((await files.attach({ paths: [path], user: member, holder: '/v1/projects/other' })).files.length, 1);
    assert.equal((await files.attach({ paths: [path], user: stranger, holder: '/v1/projects/third' })).refused.length, 1);
  });

  test('unused uploads go after 7 days, claimed ones stay', async () => {
    const user = await files.signIn();
    const [unused, used] = [await files.upload(user.gid), await files.upload(user.gid)];
    await files.attach({ paths: [used], user: user.gid });

    await cleanUp(6.9);
    assert.ok(await files.isStored(unused));
    await cleanUp(7.1);
    assert.deepEqual([await files.isStored(unused), await files.isStored(used)], [false, true]);
    assert.equal((await user.get(`/v1/file_info/${unused}`)).status, 404);
  });

  test('a claim whose holder was never committed ends after an hour, one whose holder is there stays for good', async () => {
    const user = newGid();
    const [lost, kept] = [await files.upload(user), await files.upload(user)];
    const never = `/v1/projects/${newGid()}`;
    await files.attach({ paths: [lost], user, holder: never });
    await files.attach({ paths: [lost, kept], user });

    assert.deepEqual(await inspect(0.9, [never, holder]), [], 'whoever made the claim may be about to commit');
    assert.deepEqual(await inspect(1.1, [never]), []);
    assert.deepEqual(await inspect(9, [never, holder]), [], 'what was confirmed is asked about no more');
    assert.equal(await goesAsUnused(lost), false, 'it belongs to something else too');
    assert.equal(await goesAsUnused(kept), false);
    files.see(holder, user, true);
    files.see(never, user, false);
    const [file] = await files.service.database.query<{ holders: string }>(sql`select string_agg(holder, ' ') as holders
      from file_claim where path = ${lost}`);
    assert.equal(file?.holders, holder);
  });

  test('a file whose only holder never came goes as unused uploads do', async () => {
    const user = newGid();
    const path = await files.upload(user);
    const never = `/v1/projects/${newGid()}`;
    await files.attach({ paths: [path], user, holder: never });

    await inspect(2, [never]);
    await cleanUp(7.05);
    assert.ok(await files.isStored(path), 'for 7 days it can be attached again');
    assert.equal(await goesAsUnused(path), true);
  });

  test('of a service that does not answer nothing changes', async () => {
    const user = newGid();
    const path = await files.upload(user);
    const never = `/v1/projects/${newGid()}`;
    await files.attach({ paths: [path], user, holder: never });

    assert.equal((await inspect(2, undefined)).length, 1);
    assert.equal(await goesAsUnused(path), false);
    assert.deepEqual(await inspect(3, [never]), []);
    assert.equal(await goesAsUnused(path), true);
  });

  test('a claim that is made again while its holder is looked for stays', async () => {
    const user = newGid();
    const path = await files.upload(user);
    const late = `/v1/projects/${newGid()}`;
    await files.attach({ paths: [path], user, holder: late });
    await files.service.database.query(sql`update file_claim set claimed_at = claimed_at - interval '3 hours' where path = ${path}`);
    await files.attach({ paths: [path], user, holder: late });

    await inspect(0, [late]);
    assert.equal(await goesAsUnused(path), false);
  });

  test('what is released goes as unused uploads do, and only the service that claimed it releases it', async () => {
    const user = newGid();
    const path = await files.upload(user);
    await files.attach({ paths: [path], user });

    await files.internal('billing', '/releases', { paths: [path], holder });
    assert.equal(await goesAsUnused(path), false);
    await files.internal('ordering', '/releases', { paths: [path], holder });
    assert.equal(await goesAsUnused(path), true);
  });

  test('the oldest doubted claims are found by an index, however many are certain', async () => {
    const plan = await files.service.database.transactional(async (tx) => {
      await tx.query(sql`insert into file_claim (path, service, holder, claimed_at, is_confirmed)
        select path, 'ordering', '/v1/projects/' || n, now(), true from (select path from file limit 1) f, generate_series(1, 20000) n`);
      await tx.query(sql`analyze file_claim`);
      const rows = await tx.query<{ 'QUERY PLAN': string }>(sql`explain select path, holder from file_claim
        where not is_confirmed and service = 'ordering' and claimed_at < now() order by claimed_at limit 500`);
      await tx.query(sql`delete from file_claim where is_confirmed and holder ~ '^/v1/projects/[0-9]+$'`);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
    assert.match(plan, /file_claim_unconfirmed/);
  });

  test('401 without a service token, 400 for a body that is no claim', async () => {
    const { status } = await fetch(`${files.url}/internal/claims`, { method: 'POST', body: '{}' });

    assert.equal(status, 401);
    assert.equal((await files.internal('ordering', '/claims', { paths: 'x' })).status, 400);
  });
});
